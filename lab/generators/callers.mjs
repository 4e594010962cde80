/* Programs that read a client of a company with a generated client and print its name. */

export const goOfOapiCodegen = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"

	billhook "example.com/billhook"
)

func main() {
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("BILLHOOK_API_KEY"))
		return nil
	}
	client, err := billhook.NewClientWithResponses(os.Getenv("BILLHOOK_URL"), billhook.WithRequestEditorFn(authorize))
	if err != nil {
		panic(err)
	}
	id, _ := strconv.ParseInt(os.Getenv("CLIENT_ID"), 10, 64)
	response, err := client.ClientsGetWithResponse(context.Background(), id, &billhook.ClientsGetParams{})
	if err != nil {
		panic(err)
	}
	fmt.Println(response.JSON200.Name)
}
`;

export const goOfOpenApiGenerator = `package main

import (
	"context"
	"fmt"
	"os"
	"strconv"

	billhook "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func main() {
	configuration := billhook.NewConfiguration()
	configuration.Servers = billhook.ServerConfigurations{{URL: os.Getenv("BILLHOOK_URL")}}
	client := billhook.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), billhook.ContextAccessToken, os.Getenv("BILLHOOK_API_KEY"))
	id, _ := strconv.ParseInt(os.Getenv("CLIENT_ID"), 10, 64)
	record, _, err := client.ClientsAPI.ClientsGet(ctx, id).Execute()
	if err != nil {
		panic(err)
	}
	fmt.Println(record.Name)
}
`;

export const JAVA = `import org.openapitools.client.ApiClient;
import org.openapitools.client.Configuration;
import org.openapitools.client.api.ClientsApi;
import org.openapitools.client.auth.HttpBearerAuth;
import org.openapitools.client.model.Client;

public class Call {
  public static void main(String[] args) throws Exception {
    ApiClient api = Configuration.getDefaultApiClient();
    api.setBasePath(System.getenv("BILLHOOK_URL"));
    ((HttpBearerAuth) api.getAuthentication("apiKey")).setBearerToken(System.getenv("BILLHOOK_API_KEY"));
    Client record = new ClientsApi(api).clientsGet(Long.valueOf(System.getenv("CLIENT_ID")), null, null);
    System.out.println(record.getName());
  }
}
`;

export const PHP = `<?php
require 'GuzzleHttp/autoload.php';

spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/lib/' . str_replace(['OpenAPI\\\\Client\\\\', '\\\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});

$configuration = (new OpenAPI\\Client\\Configuration())
    ->setHost(getenv('BILLHOOK_URL'))
    ->setAccessToken(getenv('BILLHOOK_API_KEY'));
$http = new GuzzleHttp\\Client();
$clientId = (int) getenv('CLIENT_ID');
$invoices = new OpenAPI\\Client\\Api\\InvoicesApi($http, $configuration);
$draft = $invoices->invoicesCreate(new OpenAPI\\Client\\Model\\CreateInvoice([
    'client_id' => $clientId,
    'currency' => 'EUR',
    'issue_date' => new DateTime('2026-11-21'),
    'lines' => [new OpenAPI\\Client\\Model\\LineBody([
        'name' => 'Consulting', 'quantity' => '1', 'unit_price' => '100.00', 'tax_category' => 'S', 'tax_rate' => '20',
    ])],
]));
if ($draft->getIssueDate()->format('Y-m-d') !== '2026-11-21' || !$draft->getCreatedAt() instanceof DateTime) {
    throw new Exception('the dates of the invoice differ');
}
// The generated client compares the pattern of a parameter with its argument, which must be a string for this reason.
$found = $invoices->invoicesList(issue_date_from: '2026-11-21', created_after: '2026-01-01T00:00:00Z', client_id: $clientId);
if (!in_array($draft->getId(), array_map(fn ($each) => $each->getId(), $found->getData()), true)) {
    throw new Exception('the invoice is not in the list of its dates');
}
echo (new OpenAPI\\Client\\Api\\ClientsApi($http, $configuration))->clientsGet($clientId)->getName(), "\\n";
`;

export const TYPESCRIPT = `import type { paths } from './billhook.ts';

type Client = paths['/v1/clients/{id}']['get']['responses'][200]['content']['application/json'];

const { BILLHOOK_URL, BILLHOOK_API_KEY, CLIENT_ID } = process.env;
const response = await fetch(\`\${BILLHOOK_URL}/v1/clients/\${CLIENT_ID}\`, {
  headers: { authorization: \`Bearer \${BILLHOOK_API_KEY}\` },
});
const record = (await response.json()) as Client;
console.log(record.name);
`;
