"""Everything is in pyproject.toml. This makes editable installs bring the data files, too.

setuptools asks a distribution whether it `has_data`, but calls the method `has_data_files`.
"""

from setuptools import Distribution, setup


class Course(Distribution):
    """A distribution whose data files an editable install finds."""

    has_data = Distribution.has_data_files


setup(distclass=Course)
