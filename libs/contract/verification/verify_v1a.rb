require "json"
require "openssl"

# body is the raw body; the names of headers are in lower case. Raises if the message is not genuine.
def verify(public_key, headers, body)
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  unless !id.empty? && timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
    raise "missing or old webhook headers"
  end

  # The head of an Ed25519 public key in DER.
  der = ["302a300506032b6570032100"].pack("H*") + public_key.delete_prefix("whpk_").unpack1("m")
  key = OpenSSL::PKey.read(der)
  signed = "#{id}.#{timestamp}.".b + body.b
  genuine = headers["webhook-signature"].to_s.split(" ").any? do |part|
    version, value = part.split(",", 2)
    version == "v1a" && value.unpack1("m").bytesize == 64 && key.verify(nil, value.unpack1("m"), signed)
  end
  raise "the signature does not match" unless genuine

  JSON.parse(body)
rescue JSON::ParserError
  raise "the body is not JSON"
end
