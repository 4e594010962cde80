require "json"
require "openssl"

# body is the raw body; the names of headers are in lower case. Raises if the message is not genuine.
def verify(secret, headers, body)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  unless !id.empty? && timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
    raise "missing or old webhook headers"
  end

  key = secret.delete_prefix("whsec_").unpack1("m")
  signature = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1," + [signature].pack("m0")
  given = headers["webhook-signature"].to_s.split(" ")
  raise "the signature does not match" unless given.any? { |part| OpenSSL.secure_compare(expected, part) }

  JSON.parse(body)
rescue JSON::ParserError
  raise "the body is not JSON"
end
