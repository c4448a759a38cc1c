"""Read by IPython in the browser, from /etc/ipython."""

c = get_config()  # type: ignore[name-defined]  # noqa: F821
c.InteractiveShellApp.extensions = ["on_demand"]
c.InteractiveShellApp.ignore_cwd = True  # on_demand.py looks there last
