import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from verify import verify


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        status = 404
        if self.path == "/webhooks/billhook":
            try:
                event = verify(os.environ["BILLHOOK_WEBHOOK_SECRET"], headers, body)
                print(event["id"], flush=True)
                status = 204
            except ValueError:
                status = 400
        self.send_response(status)
        self.end_headers()


HTTPServer(("", 4000), Receiver).serve_forever()
