import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;

final class Verify {
    /** Throws if the message is not genuine. The body is the raw body; the names of the headers are in lower case. */
    static void verify(String publicKey, Map<String, String> headers, byte[] body) throws Exception {
        String id = headers.getOrDefault("webhook-id", "");
        String timestamp = headers.getOrDefault("webhook-timestamp", "");
        if (id.isEmpty() || body.length == 0 || !timestamp.matches("\\d{1,18}")
                || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) {
            throw new SecurityException("missing or old webhook headers");
        }

        byte[] raw = Base64.getDecoder().decode(publicKey.replaceFirst("^whpk_", ""));
        String head = "302a300506032b6570032100"; // of an Ed25519 public key in DER
        byte[] der = HexFormat.of().parseHex(head + HexFormat.of().formatHex(raw));
        PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der));
        for (String part : headers.getOrDefault("webhook-signature", "").split(" ")) {
            if (!part.startsWith("v1a,")) continue;
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(key);
            signature.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            signature.update(body);
            try {
                if (signature.verify(Base64.getDecoder().decode(part.substring(4)))) return;
            } catch (GeneralSecurityException | IllegalArgumentException malformed) {
                continue;
            }
        }
        throw new SecurityException("the signature does not match");
    }
}
