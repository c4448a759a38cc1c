"""From a layer to a subject: functions, PyTorch modules, language models.

An adapter is a class that says how a layer reads texts, and what else it can do. See
`attnlib.probes.subject.Subject`; docs/FIELD.md shows how to write one.
"""
