"""A folder served so that each page notes its own errors, and asks no other host for anything.

WebDriver cannot ask a browser what its console says, so the pages themselves write it down.
"""

from pathlib import Path

from folder_server import Quiet

NOTES = b"""<head><script>
window.complaints = [];
{
  const note = (...said) => { window.complaints.push(said.join(" ")); };
  const wrong = ({message, target}) => note(message ?? `${target.src ?? target.href} is missing`);
  addEventListener("error", wrong, true);
  addEventListener("unhandledrejection", ({reason}) => note(reason.stack ?? reason));
  addEventListener("securitypolicyviolation", ({blockedURI}) => note("it asks for", blockedURI));
  console.error = note;
}
</script>"""
OWN_HOST_ALONE = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:"


class Noting(Quiet):
    """Adds a script to each page, and a rule to everything."""

    def do_GET(self) -> None:
        """Answer with a page that notes its errors, or with any other file as it is."""
        path = Path(self.translate_path(self.path))
        if path.suffix != ".html" or not path.exists():
            return super().do_GET()
        page = path.read_bytes().replace(b"<head>", NOTES, 1)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def end_headers(self) -> None:
        """Let the browser block requests to other hosts."""
        self.send_header("Content-Security-Policy", OWN_HOST_ALONE)
        super().end_headers()
