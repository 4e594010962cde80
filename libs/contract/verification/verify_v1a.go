package main

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type Event struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	CreatedAt time.Time       `json:"createdAt"`
	Data      json.RawMessage `json:"data"`
}

// Verify takes the public key and the raw body, and returns the event, or an error if it is not genuine.
func Verify(publicKey string, header http.Header, body []byte) (*Event, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return nil, errors.New("missing or old webhook headers")
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(publicKey, "whpk_"))
	if err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("the public key is not valid")
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, part := range strings.Fields(header.Get("webhook-signature")) {
		value, found := strings.CutPrefix(part, "v1a,")
		if !found {
			continue
		}
		signature, err := base64.StdEncoding.DecodeString(value)
		if err == nil && ed25519.Verify(key, signed, signature) {
			event := new(Event)
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, errors.New("the signature does not match")
}
