<?php

require 'verify.php';

// Serves the path /webhooks/billhook.
if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/webhooks/billhook') {
    http_response_code(404);
    exit;
}
$secret = (string) getenv('BILLHOOK_WEBHOOK_SECRET');
if (!preg_match('/^wh(sec|pk)_/', $secret)) {
    error_log('The signing secret of the endpoint is missing or malformed.');
    http_response_code(500);
    exit;
}
$headers = array_change_key_case(getallheaders(), CASE_LOWER);
try {
    $event = verify($secret, $headers, file_get_contents('php://input'));
    // Messages repeat. The first request with an id creates its file; a database does the same with a unique column.
    is_dir('handled') || mkdir('handled');
    if (@fopen("handled/$event[id]", 'x')) {
        error_log($event['id']);
    }
    http_response_code(204);
} catch (RuntimeException) {
    http_response_code(400);
}
