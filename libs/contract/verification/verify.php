<?php

/** $body is the raw body: file_get_contents('php://input'). The names of $headers are in lower case. */
function verify(string $secret, array $headers, string $body): array
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if ($id === '' || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('missing or old webhook headers');
    }

    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true) ?: throw new RuntimeException('the body is not JSON');
        }
    }
    throw new RuntimeException('the signature does not match');
}
