<?php

/** $body is the raw body: file_get_contents('php://input'). The names of $headers are in lower case. */
function verify(string $publicKey, array $headers, string $body): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if ($id === '' || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('missing or old webhook headers');
    }

    $key = base64_decode(preg_replace('/^whpk_/', '', $publicKey), true);
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $part) {
        [$version, $value] = explode(',', $part, 2) + [1 => ''];
        $signature = base64_decode($value, true);
        if ($version !== 'v1a' || $signature === false || strlen($signature) !== SODIUM_CRYPTO_SIGN_BYTES) {
            continue;
        }
        if (sodium_crypto_sign_verify_detached($signature, "$id.$timestamp.$body", $key)) {
            return json_decode($body, true) ?: throw new RuntimeException('the body is not JSON');
        }
    }
    throw new RuntimeException('the signature does not match');
}
