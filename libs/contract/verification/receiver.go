package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
)

// Messages repeat. A database remembers their ids after a restart as well.
var handled sync.Map

func main() {
	secret := os.Getenv("BILLHOOK_WEBHOOK_SECRET")
	if !strings.HasPrefix(secret, "whsec_") && !strings.HasPrefix(secret, "whpk_") {
		log.Fatal("The signing secret of the endpoint is missing or malformed.")
	}
	http.HandleFunc("POST /webhooks/billhook", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			http.Error(writer, "unreadable", http.StatusBadRequest)
			return
		}
		event, err := Verify(secret, request.Header, body)
		if err != nil {
			http.Error(writer, "rejected", http.StatusBadRequest)
			return
		}
		if _, isRepeated := handled.LoadOrStore(event.ID, true); !isRepeated {
			fmt.Println(event.ID)
		}
		writer.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":4000", nil))
}
