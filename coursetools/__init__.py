"""The machinery around the notebooks: release, check, lint, collect, grade, report, doctor.

It knows nothing of what the exercises teach. A notebook's cells say what they are: the tags
`answer`, `check` and `hidden`, and the id `<task>-answer`, `<task>-check`, `<task>-hidden`.
"""
