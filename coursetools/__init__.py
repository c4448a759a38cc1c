"""Tools that make, hand out, take back and grade notebooks.

They do not depend on what the exercises teach. They recognise the purpose of a cell by its tag
(`answer`, `starter`, `check`, `hidden` or `own`) and by its id, such as `<task>-answer`.
"""
