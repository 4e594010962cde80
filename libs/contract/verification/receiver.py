import os
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

from verify import verify

SECRET = os.environ.get("BILLHOOK_WEBHOOK_SECRET", "")
if not SECRET.startswith(("whsec_", "whpk_")):
    raise SystemExit("The signing secret of the endpoint is missing or malformed.")

# Messages repeat. A database remembers their ids after a restart as well.
handled: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status = 404
        if self.path == "/webhooks/billhook":
            try:
                event = verify(SECRET, headers, body)
                if event["id"] not in handled:
                    print(event["id"], flush=True)
                    handled.add(event["id"])
                status = 204
            except ValueError:
                status = 400
        self.send_response(status)
        self.end_headers()


with HTTPServer(("", 4000), Receiver) as server, suppress(KeyboardInterrupt):
    server.serve_forever()
