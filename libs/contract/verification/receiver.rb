require "set"
require "webrick" # a gem since Ruby 3.0
require_relative "verify"

secret = ENV.fetch("BILLHOOK_WEBHOOK_SECRET", "")
abort "The signing secret of the endpoint is missing or malformed." unless secret.start_with?("whsec_", "whpk_")

# Messages repeat. A database remembers their ids after a restart as well.
handled = Set.new

server = WEBrick::HTTPServer.new(Port: 4000)
server.mount_proc("/webhooks/billhook") do |request, response|
  headers = request.header.transform_values(&:first)
  event = verify(secret, headers, request.body.to_s)
  puts event["id"] if handled.add?(event["id"])
  response.status = 204
rescue RuntimeError
  response.status = 400
end
trap("INT") { server.shutdown }
server.start
