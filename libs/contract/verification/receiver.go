package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("POST /webhooks/billhook", func(writer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err != nil {
			http.Error(writer, "unreadable", http.StatusBadRequest)
			return
		}
		event, err := Verify(os.Getenv("BILLHOOK_WEBHOOK_SECRET"), request.Header, body)
		if err != nil {
			http.Error(writer, "rejected", http.StatusBadRequest)
			return
		}
		fmt.Println(event.ID)
		writer.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":4000", nil))
}
