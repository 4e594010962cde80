import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

final class Receiver {
    public static void main(String[] arguments) throws Exception {
        String secret = System.getenv("BILLHOOK_WEBHOOK_SECRET");
        if (secret == null || !secret.matches("wh(sec|pk)_.+")) {
            System.err.println("The signing secret of the endpoint is missing or malformed.");
            System.exit(1);
        }
        // Messages repeat. A database remembers their ids after a restart as well.
        Set<String> handled = new HashSet<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(4000), 0);
        server.createContext("/webhooks/billhook", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Map<String, String> headers = new HashMap<>();
            exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
            int status = 204;
            try {
                Verify.verify(secret, headers, body);
                String id = headers.get("webhook-id");
                if (handled.add(id)) System.out.println(id);
            } catch (Exception notGenuine) {
                status = 400;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}
