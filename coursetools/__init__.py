"""Tools around the notebooks: release, check, lint, collect, grade, report, doctor, new-task.

They do not depend on what the exercises teach. Tags and ids tell what a cell is for: the tags
`answer`, `starter`, `check` and `hidden`, and ids such as `<task>-answer`.
"""
