# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.

from __future__ import annotations

from datetime import date as Date, datetime
from decimal import Decimal
from typing import Any, Literal, Sequence, Union, overload

from typing_extensions import Unpack

from . import models, params
from ._async_client import AsyncClient
from ._async_event_feed import AsyncEventFeed
from ._async_pages import AsyncPages
from ._async_client import AsyncResource
from ._options import READ, WRITE, ReadOptions, WriteOptions, check
from ._request import File, path


class AsyncChainEntries(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ChainEntry]:
        """List the entries of the document chain, newest first. `GET /v1/chain-entries`, needs `invoice.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.ChainEntryList,
            "GET",
            "/v1/chain-entries",
            query={
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )


class AsyncChanges(AsyncResource):
    async def list(
        self,
        *,
        after: str | None = None,
        resources: Sequence[params.RecordName] | None = None,
        limit: int | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.ChangeList:
        """List the changes of records after a position. `GET /v1/changes`, needs `event.read`."""
        check(self.list, options, READ)
        return await self._client.call(
            models.ChangeList,
            "GET",
            "/v1/changes",
            query={
                "after": after,
                "resources": resources,
                "limit": limit,
            },
            options=options,
        )


class AsyncCheckpoints(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.Checkpoint]:
        """List checkpoints, newest first. `GET /v1/checkpoints`, needs `event.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.CheckpointList,
            "GET",
            "/v1/checkpoints",
            query={
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Checkpoint:
        """Get a checkpoint. `GET /v1/checkpoints/{id}`, needs `event.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Checkpoint, "GET", path("/v1/checkpoints/{id}", id=id), options=options)


class AsyncClients(AsyncResource):
    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: None = None,
        custom_field: Sequence[str] | None = None,
        status: Literal["Active", "Archived"] | None = None,
        kind: Literal["Business", "Individual", "Public"] | None = None,
        email: params.EmailAddress | None = None,
        vat_number: str | None = None,
        currency: params.Currency | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.Client]: ...

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime,
        custom_field: Sequence[str] | None = None,
        status: Literal["Active", "Archived"] | None = None,
        kind: Literal["Business", "Individual", "Public"] | None = None,
        email: params.EmailAddress | None = None,
        vat_number: str | None = None,
        currency: params.Currency | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Union[models.Client, models.Tombstone]]: ...

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        custom_field: Sequence[str] | None = None,
        status: Literal["Active", "Archived"] | None = None,
        kind: Literal["Business", "Individual", "Public"] | None = None,
        email: params.EmailAddress | None = None,
        vat_number: str | None = None,
        currency: params.Currency | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Any]:
        """List clients, newest first. `GET /v1/clients`, needs `client.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.ClientList,
            "GET",
            "/v1/clients",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedSince": updated_since,
                "customField": custom_field,
                "status": status,
                "kind": kind,
                "email": email,
                "vatNumber": vat_number,
                "currency": currency,
                "q": q,
                "sort": sort,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateClient,
        **options: Unpack[WriteOptions],
    ) -> models.Client:
        """Create a client. `POST /v1/clients`, needs `client.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Client, "POST", "/v1/clients", body=body, options=options)

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Client:
        """Get a client. `GET /v1/clients/{id}`, needs `client.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Client, "GET", path("/v1/clients/{id}", id=id), options=options)

    async def update(
        self,
        id: int,
        body: params.UpdateClient | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Client:
        """Edit a client. `PATCH /v1/clients/{id}`, needs `client.write`."""
        check(self.update, options, WRITE)
        return await self._client.call(models.Client, "PATCH", path("/v1/clients/{id}", id=id), body=body, options=options)

    async def delete(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> None:
        """Delete a client. `DELETE /v1/clients/{id}`, needs `client.write`."""
        check(self.delete, options, WRITE)
        return await self._client.call(None, "DELETE", path("/v1/clients/{id}", id=id), options=options)

    async def timeline(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Timeline:
        """Get the timeline of a client. `GET /v1/clients/{id}/timeline`, needs `client.read`."""
        check(self.timeline, options, READ)
        return await self._client.call(models.Timeline, "GET", path("/v1/clients/{id}/timeline", id=id), options=options)

    async def create_batch(
        self,
        body: params.CreateClientBatch,
        **options: Unpack[WriteOptions],
    ) -> models.ClientBatchResult:
        """Create up to 100 clients. `POST /v1/clients/batch`, needs `client.write`."""
        check(self.create_batch, options, WRITE)
        return await self._client.call(models.ClientBatchResult, "POST", "/v1/clients/batch", body=body, options=options)

    async def update_batch(
        self,
        body: params.ClientBatchUpdate,
        **options: Unpack[WriteOptions],
    ) -> models.ClientBatchUpdateResult:
        """Edit up to 100 clients. `POST /v1/clients/batch/update`, needs `client.write`."""
        check(self.update_batch, options, WRITE)
        return await self._client.call(models.ClientBatchUpdateResult, "POST", "/v1/clients/batch/update", body=body, options=options)

    async def delete_batch(
        self,
        body: params.ClientBatchDelete,
        **options: Unpack[WriteOptions],
    ) -> models.BatchDeleteResult:
        """Delete up to 100 clients. `POST /v1/clients/batch/delete`, needs `client.write`."""
        check(self.delete_batch, options, WRITE)
        return await self._client.call(models.BatchDeleteResult, "POST", "/v1/clients/batch/delete", body=body, options=options)

    async def export(
        self,
        *,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        custom_field: Sequence[str] | None = None,
        status: Literal["Active", "Archived"] | None = None,
        kind: Literal["Business", "Individual", "Public"] | None = None,
        email: params.EmailAddress | None = None,
        vat_number: str | None = None,
        currency: params.Currency | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export clients as CSV. `GET /v1/clients/export`, needs `client.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/clients/export",
            query={
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "customField": custom_field,
                "status": status,
                "kind": kind,
                "email": email,
                "vatNumber": vat_number,
                "currency": currency,
                "q": q,
                "sort": sort,
            },
            options=options,
        )

    async def page_link(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.ClientPageLink:
        """Get the state of the link to all documents of a client. `GET /v1/clients/{id}/page-link`, needs `client.read`."""
        check(self.page_link, options, READ)
        return await self._client.call(models.ClientPageLink, "GET", path("/v1/clients/{id}/page-link", id=id), options=options)

    async def open_page_link(
        self,
        id: int,
        body: params.OpenClientPageLink | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.OpenedClientPageLink:
        """Get the link to all documents of a client. `POST /v1/clients/{id}/page-link`, needs `invoice.write`."""
        check(self.open_page_link, options, WRITE)
        return await self._client.call(models.OpenedClientPageLink, "POST", path("/v1/clients/{id}/page-link", id=id), body=body, options=options)

    async def close_page_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.ClientPageLink:
        """Revoke the link to all documents of a client. `DELETE /v1/clients/{id}/page-link`, needs `invoice.write`."""
        check(self.close_page_link, options, WRITE)
        return await self._client.call(models.ClientPageLink, "DELETE", path("/v1/clients/{id}/page-link", id=id), options=options)


class AsyncCreditNotes(AsyncResource):
    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        invoice_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoice"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ExpandableCreditNote]: ...

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        invoice_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoice"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Union[models.ExpandableCreditNote, models.Tombstone]]: ...

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        invoice_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoice"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Any]:
        """List credit notes, newest first. `GET /v1/credit-notes`, needs `invoice.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.CreditNoteList,
            "GET",
            "/v1/credit-notes",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedSince": updated_since,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "invoiceId": invoice_id,
                "q": q,
                "expand": expand,
                "sort": sort,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateCreditNote,
        **options: Unpack[WriteOptions],
    ) -> models.CreditNote:
        """Issue a credit note. `POST /v1/credit-notes`, needs `invoice.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.CreditNote, "POST", "/v1/credit-notes", body=body, options=options)

    async def get(
        self,
        id: int,
        *,
        expand: Sequence[Literal["client", "invoice"]] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.ExpandableCreditNote:
        """Get a credit note. `GET /v1/credit-notes/{id}`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.ExpandableCreditNote,
            "GET",
            path("/v1/credit-notes/{id}", id=id),
            query={
                "expand": expand,
            },
            options=options,
        )

    async def update(
        self,
        id: int,
        body: params.UpdateCreditNote | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.CreditNote:
        """Edit the annotations of a credit note. `PATCH /v1/credit-notes/{id}`, needs `invoice.write`."""
        check(self.update, options, WRITE)
        return await self._client.call(models.CreditNote, "PATCH", path("/v1/credit-notes/{id}", id=id), body=body, options=options)

    async def timeline(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Timeline:
        """Get the timeline of a credit note. `GET /v1/credit-notes/{id}/timeline`, needs `invoice.read`."""
        check(self.timeline, options, READ)
        return await self._client.call(models.Timeline, "GET", path("/v1/credit-notes/{id}/timeline", id=id), options=options)

    async def open_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.CreditNote:
        """Create the read-only link of a credit note. `POST /v1/credit-notes/{id}/public-link`, needs `invoice.write`."""
        check(self.open_link, options, WRITE)
        return await self._client.call(models.CreditNote, "POST", path("/v1/credit-notes/{id}/public-link", id=id), options=options)

    async def close_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.CreditNote:
        """Revoke the read-only link of a credit note. `DELETE /v1/credit-notes/{id}/public-link`, needs `invoice.write`."""
        check(self.close_link, options, WRITE)
        return await self._client.call(models.CreditNote, "DELETE", path("/v1/credit-notes/{id}/public-link", id=id), options=options)

    async def pdf(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Get a credit note as PDF. `GET /v1/credit-notes/{id}/pdf`, needs `invoice.read`."""
        check(self.pdf, options, READ)
        return await self._client.call(File, "GET", path("/v1/credit-notes/{id}/pdf", id=id), options=options)

    async def export(
        self,
        *,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        invoice_id: int | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export credit notes as CSV. `GET /v1/credit-notes/export`, needs `invoice.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/credit-notes/export",
            query={
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "invoiceId": invoice_id,
                "q": q,
                "sort": sort,
            },
            options=options,
        )


class AsyncEventTypes(AsyncResource):
    async def list(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.EventTypeList:
        """List the event types. `GET /v1/event-types`."""
        check(self.list, options, READ)
        return await self._client.call(models.EventTypeList, "GET", "/v1/event-types", options=options)

    async def get(
        self,
        type: str,
        **options: Unpack[ReadOptions],
    ) -> models.EventTypeDescription:
        """Get an event type. `GET /v1/event-types/{type}`."""
        check(self.get, options, READ)
        return await self._client.call(models.EventTypeDescription, "GET", path("/v1/event-types/{type}", type=type), options=options)


class AsyncEvents(AsyncEventFeed):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: params.EventType | None = None,
        types: Sequence[params.EventType] | None = None,
        after: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.Event]:
        """List events, newest first, or the events after a given one. `GET /v1/events`, needs `event.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.EventList,
            "GET",
            "/v1/events",
            query={
                "limit": limit,
                "cursor": cursor,
                "type": type,
                "types": types,
                "after": after,
            },
            options=options,
        )

    async def get(
        self,
        id: str,
        **options: Unpack[ReadOptions],
    ) -> models.Event:
        """Get an event. `GET /v1/events/{id}`, needs `event.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Event, "GET", path("/v1/events/{id}", id=id), options=options)


class AsyncImports(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.Import]:
        """List imports, newest first. `GET /v1/imports`, needs `client.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.ImportList,
            "GET",
            "/v1/imports",
            query={
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateImport,
        **options: Unpack[WriteOptions],
    ) -> models.Import:
        """Import a file of records. `POST /v1/imports`, needs `client.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Import, "POST", "/v1/imports", body=body, options=options)

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Import:
        """Get an import. `GET /v1/imports/{id}`, needs `client.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Import, "GET", path("/v1/imports/{id}", id=id), options=options)

    async def cancel(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Import:
        """Cancel an import. `POST /v1/imports/{id}/cancel`, needs `client.write`."""
        check(self.cancel, options, WRITE)
        return await self._client.call(models.Import, "POST", path("/v1/imports/{id}/cancel", id=id), options=options)

    async def results(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Download the results of an import. `GET /v1/imports/{id}/results`, needs `client.read`."""
        check(self.results, options, READ)
        return await self._client.call(File, "GET", path("/v1/imports/{id}/results", id=id), options=options)


class AsyncInvoices(AsyncResource):
    async def void(
        self,
        id: int,
        body: params.VoidInvoice | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Void an invoice. `POST /v1/invoices/{id}/void`, needs `invoice.write`."""
        check(self.void, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/void", id=id), body=body, options=options)

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = None,
        settled_by: Literal["Payment", "Credit", "Both"] | None = None,
        due_date_from: str | Date | None = None,
        due_date_to: str | Date | None = None,
        overdue: bool | None = None,
        has_balance: bool | None = None,
        purchase_order: str | None = None,
        quote_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "quote", "payments", "creditNotes"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ExpandableInvoice]: ...

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = None,
        settled_by: Literal["Payment", "Credit", "Both"] | None = None,
        due_date_from: str | Date | None = None,
        due_date_to: str | Date | None = None,
        overdue: bool | None = None,
        has_balance: bool | None = None,
        purchase_order: str | None = None,
        quote_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "quote", "payments", "creditNotes"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Union[models.ExpandableInvoice, models.Tombstone]]: ...

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = None,
        settled_by: Literal["Payment", "Credit", "Both"] | None = None,
        due_date_from: str | Date | None = None,
        due_date_to: str | Date | None = None,
        overdue: bool | None = None,
        has_balance: bool | None = None,
        purchase_order: str | None = None,
        quote_id: int | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "quote", "payments", "creditNotes"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Any]:
        """List invoices, newest first. `GET /v1/invoices`, needs `invoice.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.InvoiceList,
            "GET",
            "/v1/invoices",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedSince": updated_since,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "customField": custom_field,
                "status": status,
                "settledBy": settled_by,
                "dueDateFrom": due_date_from,
                "dueDateTo": due_date_to,
                "overdue": overdue,
                "hasBalance": has_balance,
                "purchaseOrder": purchase_order,
                "quoteId": quote_id,
                "q": q,
                "expand": expand,
                "sort": sort,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateInvoice,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Create an invoice. `POST /v1/invoices`, needs `invoice.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Invoice, "POST", "/v1/invoices", body=body, options=options)

    async def preview(
        self,
        body: params.CreateInvoice,
        **options: Unpack[WriteOptions],
    ) -> models.InvoicePreview:
        """Compute an invoice without creating it. `POST /v1/invoices/preview`, needs `invoice.read`."""
        check(self.preview, options, WRITE)
        return await self._client.call(models.InvoicePreview, "POST", "/v1/invoices/preview", body=body, options=options)

    async def get(
        self,
        id: int,
        *,
        expand: Sequence[Literal["client", "quote", "payments", "creditNotes"]] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.ExpandableInvoice:
        """Get an invoice. `GET /v1/invoices/{id}`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.ExpandableInvoice,
            "GET",
            path("/v1/invoices/{id}", id=id),
            query={
                "expand": expand,
            },
            options=options,
        )

    async def update(
        self,
        id: int,
        body: params.UpdateInvoice | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Edit an invoice. `PATCH /v1/invoices/{id}`, needs `invoice.write`."""
        check(self.update, options, WRITE)
        return await self._client.call(models.Invoice, "PATCH", path("/v1/invoices/{id}", id=id), body=body, options=options)

    async def delete(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> None:
        """Delete a draft. `DELETE /v1/invoices/{id}`, needs `invoice.write`."""
        check(self.delete, options, WRITE)
        return await self._client.call(None, "DELETE", path("/v1/invoices/{id}", id=id), options=options)

    async def duplicate(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Duplicate an invoice. `POST /v1/invoices/{id}/duplicate`, needs `invoice.write`."""
        check(self.duplicate, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/duplicate", id=id), options=options)

    async def validate(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Validation:
        """Validate an invoice before sending it. `POST /v1/invoices/{id}/validate`, needs `invoice.read`."""
        check(self.validate, options, WRITE)
        return await self._client.call(models.Validation, "POST", path("/v1/invoices/{id}/validate", id=id), options=options)

    async def calculation(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Calculation:
        """Explain the totals of an invoice. `GET /v1/invoices/{id}/calculation`, needs `invoice.read`."""
        check(self.calculation, options, READ)
        return await self._client.call(models.Calculation, "GET", path("/v1/invoices/{id}/calculation", id=id), options=options)

    async def timeline(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Timeline:
        """Get the timeline of an invoice. `GET /v1/invoices/{id}/timeline`, needs `invoice.read`."""
        check(self.timeline, options, READ)
        return await self._client.call(models.Timeline, "GET", path("/v1/invoices/{id}/timeline", id=id), options=options)

    async def send(
        self,
        id: int,
        body: params.SendInvoice | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Send an invoice. `POST /v1/invoices/{id}/send`, needs `invoice.write`."""
        check(self.send, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/send", id=id), body=body, options=options)

    async def reject(
        self,
        id: int,
        body: params.RejectInvoice,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Record that the client rejects an invoice. `POST /v1/invoices/{id}/reject`, needs `invoice.write`."""
        check(self.reject, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/reject", id=id), body=body, options=options)

    async def reopen(
        self,
        id: int,
        body: params.ReopenInvoice | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Undo a rejection or a write-off. `POST /v1/invoices/{id}/reopen`, needs `invoice.write`."""
        check(self.reopen, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/reopen", id=id), body=body, options=options)

    async def postpone(
        self,
        id: int,
        body: params.PostponeInvoice,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Postpone the due date of an invoice. `POST /v1/invoices/{id}/postpone`, needs `invoice.write`."""
        check(self.postpone, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/postpone", id=id), body=body, options=options)

    async def write_off(
        self,
        id: int,
        body: params.WriteOffInvoice,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Write off the outstanding amount of an invoice. `POST /v1/invoices/{id}/write-off`, needs `invoice.write`."""
        check(self.write_off, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/write-off", id=id), body=body, options=options)

    async def open_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Create the links of a document. `POST /v1/invoices/{id}/public-link`, needs `invoice.write`."""
        check(self.open_link, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/invoices/{id}/public-link", id=id), options=options)

    async def close_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Revoke the links of a document. `DELETE /v1/invoices/{id}/public-link`, needs `invoice.write`."""
        check(self.close_link, options, WRITE)
        return await self._client.call(models.Invoice, "DELETE", path("/v1/invoices/{id}/public-link", id=id), options=options)

    async def answering_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.AnsweringLink:
        """Get the client link of an invoice. `POST /v1/invoices/{id}/answering-link`, needs `invoice.write`."""
        check(self.answering_link, options, WRITE)
        return await self._client.call(models.AnsweringLink, "POST", path("/v1/invoices/{id}/answering-link", id=id), options=options)

    async def create_batch(
        self,
        body: params.CreateInvoiceBatch,
        **options: Unpack[WriteOptions],
    ) -> models.InvoiceBatchResult:
        """Create up to 100 invoices. `POST /v1/invoices/batch`, needs `invoice.write`."""
        check(self.create_batch, options, WRITE)
        return await self._client.call(models.InvoiceBatchResult, "POST", "/v1/invoices/batch", body=body, options=options)

    async def update_batch(
        self,
        body: params.InvoiceBatchUpdate,
        **options: Unpack[WriteOptions],
    ) -> models.InvoiceBatchUpdateResult:
        """Edit up to 100 invoices. `POST /v1/invoices/batch/update`, needs `invoice.write`."""
        check(self.update_batch, options, WRITE)
        return await self._client.call(models.InvoiceBatchUpdateResult, "POST", "/v1/invoices/batch/update", body=body, options=options)

    async def delete_batch(
        self,
        body: params.InvoiceBatchDelete,
        **options: Unpack[WriteOptions],
    ) -> models.BatchDeleteResult:
        """Delete up to 100 invoices. `POST /v1/invoices/batch/delete`, needs `invoice.write`."""
        check(self.delete_batch, options, WRITE)
        return await self._client.call(models.BatchDeleteResult, "POST", "/v1/invoices/batch/delete", body=body, options=options)

    async def pdf(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Get an invoice as PDF. `GET /v1/invoices/{id}/pdf`, needs `invoice.read`."""
        check(self.pdf, options, READ)
        return await self._client.call(File, "GET", path("/v1/invoices/{id}/pdf", id=id), options=options)

    async def export(
        self,
        *,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Void", "Draft", "Rejected", "WrittenOff", "Paid", "Overdue", "Partial", "Sent"]] | None = None,
        settled_by: Literal["Payment", "Credit", "Both"] | None = None,
        due_date_from: str | Date | None = None,
        due_date_to: str | Date | None = None,
        overdue: bool | None = None,
        has_balance: bool | None = None,
        purchase_order: str | None = None,
        quote_id: int | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export invoices as CSV. `GET /v1/invoices/export`, needs `invoice.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/invoices/export",
            query={
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "customField": custom_field,
                "status": status,
                "settledBy": settled_by,
                "dueDateFrom": due_date_from,
                "dueDateTo": due_date_to,
                "overdue": overdue,
                "hasBalance": has_balance,
                "purchaseOrder": purchase_order,
                "quoteId": quote_id,
                "q": q,
                "sort": sort,
            },
            options=options,
        )


class AsyncLeakedKeys(AsyncResource):
    async def report(
        self,
        body: params.ReportLeakedKey,
        **options: Unpack[WriteOptions],
    ) -> models.BurnedKey:
        """Revoke a leaked key. `POST /v1/leaked-keys`."""
        check(self.report, options, WRITE)
        return await self._client.call(models.BurnedKey, "POST", "/v1/leaked-keys", body=body, options=options)


class AsyncMails(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        resource: Literal["invoice", "quote", "credit_note"] | None = None,
        record_id: int | None = None,
        status: Literal["Pending", "Sent", "Failed", "Kept"] | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.Mail]:
        """List emails, newest first. `GET /v1/mails`, needs `invoice.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.MailList,
            "GET",
            "/v1/mails",
            query={
                "limit": limit,
                "cursor": cursor,
                "resource": resource,
                "recordId": record_id,
                "status": status,
            },
            options=options,
        )

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.MailDetail:
        """Get an email with its text. `GET /v1/mails/{id}`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.MailDetail, "GET", path("/v1/mails/{id}", id=id), options=options)

    async def retry(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Mail:
        """Resend an email that failed or was kept. `POST /v1/mails/{id}/retry`, needs `invoice.write`."""
        check(self.retry, options, WRITE)
        return await self._client.call(models.Mail, "POST", path("/v1/mails/{id}/retry", id=id), options=options)

    async def export(
        self,
        *,
        resource: Literal["invoice", "quote", "credit_note"] | None = None,
        record_id: int | None = None,
        status: Literal["Pending", "Sent", "Failed", "Kept"] | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export emails as CSV. `GET /v1/mails/export`, needs `invoice.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/mails/export",
            query={
                "resource": resource,
                "recordId": record_id,
                "status": status,
            },
            options=options,
        )


class AsyncMe(AsyncResource):
    async def get(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.Me:
        """Get the calling API key or application. `GET /v1/me`."""
        check(self.get, options, READ)
        return await self._client.call(models.Me, "GET", "/v1/me", options=options)

    async def permissions(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.MePermissions:
        """Get the permissions of the calling API key or application. `GET /v1/me/permissions`."""
        check(self.permissions, options, READ)
        return await self._client.call(models.MePermissions, "GET", "/v1/me/permissions", options=options)

    async def check(
        self,
        body: params.CheckPermissions,
        **options: Unpack[WriteOptions],
    ) -> models.PermissionCheck:
        """Check permissions without making the calls. `POST /v1/me/permissions/check`."""
        check(self.check, options, WRITE)
        return await self._client.call(models.PermissionCheck, "POST", "/v1/me/permissions/check", body=body, options=options)


class AsyncPayments(AsyncResource):
    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: None = None,
        client_id: int | None = None,
        invoice_id: int | None = None,
        status: Literal["Recorded", "Deleted"] | None = None,
        kind: Literal["Payment", "Refund"] | None = None,
        currency: params.Currency | None = None,
        method: str | None = None,
        reference: str | None = None,
        date_from: str | Date | None = None,
        date_to: str | Date | None = None,
        amount_from: str | Decimal | None = None,
        amount_to: str | Decimal | None = None,
        unallocated: bool | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ExpandablePayment]: ...

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime,
        client_id: int | None = None,
        invoice_id: int | None = None,
        status: Literal["Recorded", "Deleted"] | None = None,
        kind: Literal["Payment", "Refund"] | None = None,
        currency: params.Currency | None = None,
        method: str | None = None,
        reference: str | None = None,
        date_from: str | Date | None = None,
        date_to: str | Date | None = None,
        amount_from: str | Decimal | None = None,
        amount_to: str | Decimal | None = None,
        unallocated: bool | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Union[models.ExpandablePayment, models.Tombstone]]: ...

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        client_id: int | None = None,
        invoice_id: int | None = None,
        status: Literal["Recorded", "Deleted"] | None = None,
        kind: Literal["Payment", "Refund"] | None = None,
        currency: params.Currency | None = None,
        method: str | None = None,
        reference: str | None = None,
        date_from: str | Date | None = None,
        date_to: str | Date | None = None,
        amount_from: str | Decimal | None = None,
        amount_to: str | Decimal | None = None,
        unallocated: bool | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Any]:
        """List payments, newest first. `GET /v1/payments`, needs `payment.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.PaymentList,
            "GET",
            "/v1/payments",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedSince": updated_since,
                "clientId": client_id,
                "invoiceId": invoice_id,
                "status": status,
                "kind": kind,
                "currency": currency,
                "method": method,
                "reference": reference,
                "dateFrom": date_from,
                "dateTo": date_to,
                "amountFrom": amount_from,
                "amountTo": amount_to,
                "unallocated": unallocated,
                "q": q,
                "expand": expand,
                "sort": sort,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreatePayment,
        **options: Unpack[WriteOptions],
    ) -> models.Payment:
        """Record a payment or a refund. `POST /v1/payments`, needs `payment.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Payment, "POST", "/v1/payments", body=body, options=options)

    async def get(
        self,
        id: int,
        *,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.ExpandablePayment:
        """Get a payment. `GET /v1/payments/{id}`, needs `payment.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.ExpandablePayment,
            "GET",
            path("/v1/payments/{id}", id=id),
            query={
                "expand": expand,
            },
            options=options,
        )

    async def delete(
        self,
        id: int,
        *,
        reason: str,
        **options: Unpack[WriteOptions],
    ) -> None:
        """Delete a payment. `DELETE /v1/payments/{id}`, needs `payment.write`."""
        check(self.delete, options, WRITE)
        return await self._client.call(
            None,
            "DELETE",
            path("/v1/payments/{id}", id=id),
            query={
                "reason": reason,
            },
            options=options,
        )

    async def timeline(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Timeline:
        """Get the timeline of a payment. `GET /v1/payments/{id}/timeline`, needs `payment.read`."""
        check(self.timeline, options, READ)
        return await self._client.call(models.Timeline, "GET", path("/v1/payments/{id}/timeline", id=id), options=options)

    async def allocate(
        self,
        id: int,
        body: params.AllocatePayment,
        **options: Unpack[WriteOptions],
    ) -> models.Payment:
        """Allocate the unallocated rest of a payment. `POST /v1/payments/{id}/allocate`, needs `payment.write`."""
        check(self.allocate, options, WRITE)
        return await self._client.call(models.Payment, "POST", path("/v1/payments/{id}/allocate", id=id), body=body, options=options)

    async def export(
        self,
        *,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        client_id: int | None = None,
        invoice_id: int | None = None,
        status: Literal["Recorded", "Deleted"] | None = None,
        kind: Literal["Payment", "Refund"] | None = None,
        currency: params.Currency | None = None,
        method: str | None = None,
        reference: str | None = None,
        date_from: str | Date | None = None,
        date_to: str | Date | None = None,
        amount_from: str | Decimal | None = None,
        amount_to: str | Decimal | None = None,
        unallocated: bool | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export payments as CSV. `GET /v1/payments/export`, needs `payment.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/payments/export",
            query={
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "clientId": client_id,
                "invoiceId": invoice_id,
                "status": status,
                "kind": kind,
                "currency": currency,
                "method": method,
                "reference": reference,
                "dateFrom": date_from,
                "dateTo": date_to,
                "amountFrom": amount_from,
                "amountTo": amount_to,
                "unallocated": unallocated,
                "q": q,
                "sort": sort,
            },
            options=options,
        )


class AsyncQuotes(AsyncResource):
    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]] | None = None,
        expiry_date_from: str | Date | None = None,
        expiry_date_to: str | Date | None = None,
        purchase_order: str | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ExpandableQuote]: ...

    @overload
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]] | None = None,
        expiry_date_from: str | Date | None = None,
        expiry_date_to: str | Date | None = None,
        purchase_order: str | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Union[models.ExpandableQuote, models.Tombstone]]: ...

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        include_total: bool | None = None,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        updated_since: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]] | None = None,
        expiry_date_from: str | Date | None = None,
        expiry_date_to: str | Date | None = None,
        purchase_order: str | None = None,
        q: str | None = None,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Any]:
        """List quotes, newest first. `GET /v1/quotes`, needs `quote.read`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.QuoteList,
            "GET",
            "/v1/quotes",
            query={
                "limit": limit,
                "cursor": cursor,
                "includeTotal": include_total,
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "updatedSince": updated_since,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "customField": custom_field,
                "status": status,
                "expiryDateFrom": expiry_date_from,
                "expiryDateTo": expiry_date_to,
                "purchaseOrder": purchase_order,
                "q": q,
                "expand": expand,
                "sort": sort,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateQuote,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Create a quote. `POST /v1/quotes`, needs `quote.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Quote, "POST", "/v1/quotes", body=body, options=options)

    async def get(
        self,
        id: int,
        *,
        expand: Sequence[Literal["client", "invoices"]] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.ExpandableQuote:
        """Get a quote. `GET /v1/quotes/{id}`, needs `quote.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.ExpandableQuote,
            "GET",
            path("/v1/quotes/{id}", id=id),
            query={
                "expand": expand,
            },
            options=options,
        )

    async def update(
        self,
        id: int,
        body: params.UpdateQuote | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Edit a draft. `PATCH /v1/quotes/{id}`, needs `quote.write`."""
        check(self.update, options, WRITE)
        return await self._client.call(models.Quote, "PATCH", path("/v1/quotes/{id}", id=id), body=body, options=options)

    async def delete(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> None:
        """Delete a draft. `DELETE /v1/quotes/{id}`, needs `quote.write`."""
        check(self.delete, options, WRITE)
        return await self._client.call(None, "DELETE", path("/v1/quotes/{id}", id=id), options=options)

    async def timeline(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Timeline:
        """Get the timeline of a quote. `GET /v1/quotes/{id}/timeline`, needs `quote.read`."""
        check(self.timeline, options, READ)
        return await self._client.call(models.Timeline, "GET", path("/v1/quotes/{id}/timeline", id=id), options=options)

    async def send(
        self,
        id: int,
        body: params.SendQuote | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Send a quote. `POST /v1/quotes/{id}/send`, needs `quote.write`."""
        check(self.send, options, WRITE)
        return await self._client.call(models.Quote, "POST", path("/v1/quotes/{id}/send", id=id), body=body, options=options)

    async def accept(
        self,
        id: int,
        body: params.AcceptQuote,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Record that the client accepts a quote. `POST /v1/quotes/{id}/accept`, needs `quote.write`."""
        check(self.accept, options, WRITE)
        return await self._client.call(models.Quote, "POST", path("/v1/quotes/{id}/accept", id=id), body=body, options=options)

    async def decline(
        self,
        id: int,
        body: params.DeclineQuote,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Record that the client declines a quote. `POST /v1/quotes/{id}/decline`, needs `quote.write`."""
        check(self.decline, options, WRITE)
        return await self._client.call(models.Quote, "POST", path("/v1/quotes/{id}/decline", id=id), body=body, options=options)

    async def revise(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Revise a quote. `POST /v1/quotes/{id}/revise`, needs `quote.write`."""
        check(self.revise, options, WRITE)
        return await self._client.call(models.Quote, "POST", path("/v1/quotes/{id}/revise", id=id), options=options)

    async def convert(
        self,
        id: int,
        body: params.ConvertQuote,
        **options: Unpack[WriteOptions],
    ) -> models.Invoice:
        """Convert a quote, or a part of it, into an invoice. `POST /v1/quotes/{id}/convert`, needs `quote.write`."""
        check(self.convert, options, WRITE)
        return await self._client.call(models.Invoice, "POST", path("/v1/quotes/{id}/convert", id=id), body=body, options=options)

    async def open_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Create the links of a document. `POST /v1/quotes/{id}/public-link`, needs `quote.write`."""
        check(self.open_link, options, WRITE)
        return await self._client.call(models.Quote, "POST", path("/v1/quotes/{id}/public-link", id=id), options=options)

    async def close_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.Quote:
        """Revoke the links of a document. `DELETE /v1/quotes/{id}/public-link`, needs `quote.write`."""
        check(self.close_link, options, WRITE)
        return await self._client.call(models.Quote, "DELETE", path("/v1/quotes/{id}/public-link", id=id), options=options)

    async def answering_link(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.AnsweringLink:
        """Get the client link of a quote. `POST /v1/quotes/{id}/answering-link`, needs `quote.write`."""
        check(self.answering_link, options, WRITE)
        return await self._client.call(models.AnsweringLink, "POST", path("/v1/quotes/{id}/answering-link", id=id), options=options)

    async def pdf(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Get a quote as PDF. `GET /v1/quotes/{id}/pdf`, needs `quote.read`."""
        check(self.pdf, options, READ)
        return await self._client.call(File, "GET", path("/v1/quotes/{id}/pdf", id=id), options=options)

    async def export(
        self,
        *,
        external_id: str | None = None,
        created_after: str | datetime | None = None,
        created_before: str | datetime | None = None,
        client_id: int | None = None,
        number: str | None = None,
        currency: params.Currency | None = None,
        issue_date_from: str | Date | None = None,
        issue_date_to: str | Date | None = None,
        gross_from: str | Decimal | None = None,
        gross_to: str | Decimal | None = None,
        custom_field: Sequence[str] | None = None,
        status: Sequence[Literal["Draft", "Superseded", "Invoiced", "Accepted", "Declined", "Expired", "Sent"]] | None = None,
        expiry_date_from: str | Date | None = None,
        expiry_date_to: str | Date | None = None,
        purchase_order: str | None = None,
        q: str | None = None,
        sort: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Export quotes as CSV. `GET /v1/quotes/export`, needs `quote.read`."""
        check(self.export, options, READ)
        return await self._client.call(
            File,
            "GET",
            "/v1/quotes/export",
            query={
                "externalId": external_id,
                "createdAfter": created_after,
                "createdBefore": created_before,
                "clientId": client_id,
                "number": number,
                "currency": currency,
                "issueDateFrom": issue_date_from,
                "issueDateTo": issue_date_to,
                "grossFrom": gross_from,
                "grossTo": gross_to,
                "customField": custom_field,
                "status": status,
                "expiryDateFrom": expiry_date_from,
                "expiryDateTo": expiry_date_to,
                "purchaseOrder": purchase_order,
                "q": q,
                "sort": sort,
            },
            options=options,
        )


class AsyncReceivables(AsyncResource):
    async def get(
        self,
        *,
        at: str | Date | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.Receivables:
        """Get the receivables by age, as of any day. `GET /v1/reports/receivables`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.Receivables,
            "GET",
            "/v1/reports/receivables",
            query={
                "at": at,
            },
            options=options,
        )

    def documents(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        at: str | Date | None = None,
        currency: params.Currency | None = None,
        bucket: Literal["NotDue", "Days1To30", "Days31To60", "Days61To90", "Over90", "Credit"] | None = None,
        client_id: int | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.ReceivableDocument]:
        """List the documents behind the receivables. `GET /v1/reports/receivables/documents`, needs `invoice.read`."""
        check(self.documents, options, READ)
        return AsyncPages(
            self._client,
            models.ReceivableDocumentList,
            "GET",
            "/v1/reports/receivables/documents",
            query={
                "limit": limit,
                "cursor": cursor,
                "at": at,
                "currency": currency,
                "bucket": bucket,
                "clientId": client_id,
            },
            options=options,
        )


class AsyncRequests(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Sequence[str] | None = None,
        credential: str | None = None,
        method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] | None = None,
        client_request_id: str | None = None,
        route: str | None = None,
        problem: Literal["malformed_json", "invalid_query", "cursor_mismatch", "bad_request", "idempotency_key_malformed", "two_credentials", "credential_missing", "credential_malformed", "credential_in_query", "key_prefix_missing", "key_truncated", "key_mistyped", "key_unknown", "key_revoked", "key_expired", "wrong_secret_type", "wrong_credential", "session_missing", "sign_in_failed", "portal_session_missing", "document_link_invalid", "portal_link_invalid", "portal_link_used", "portal_link_expired", "portal_link_revoked", "answering_link_required", "preview_takes_no_answer", "portal_view_only", "insufficient_scope", "creator_permission_lost", "creator_inactive", "address_not_allowed", "plan_required", "permission_missing", "not_grantable", "step_up_required", "cross_site", "access_undeclared", "not_found", "route_not_found", "event_expired", "changes_expired", "leaked_key_unknown", "method_not_allowed", "idempotency_in_flight", "body_too_large", "unsupported_media_type", "invalid_body", "idempotency_key_reused", "batch_aborted", "request_timeout", "headers_too_large", "rate_limited", "too_many_streams", "too_many_attempts", "too_many_pdfs", "internal_error", "pdf_busy", "pdf_limit_exceeded", "not_ready", "second_factor_required", "second_factor_wrong", "reset_link_invalid", "second_factor_set", "second_factor_not_set", "key_ended", "key_already_rotated", "member_not_service", "token_unknown", "token_revoked", "token_for_another_resource", "application_not_allowed", "nothing_to_grant", "authorization_request_expired", "device_code_unknown", "application_access_ended", "secret_of_another_owner", "application_archived", "too_many_secrets", "application_without_secret", "invitation_invalid", "set_up_link_invalid", "member_holds_more", "export_running", "export_not_ready", "deletion_requested", "deletion_started", "deletion_not_requested", "sandbox_of_sandbox", "sandbox_limit", "sandbox_required", "clock_advancing", "own_membership", "member_removed", "already_member", "already_invited", "invitation_closed", "external_id_taken", "invoice_not_draft", "action_not_allowed", "quote_not_draft", "quote_revised", "over_invoiced", "client_archived", "page_link_revoked", "payment_deleted", "not_payable", "invoice_written_off", "period_closed", "over_allocated", "over_refunded", "credit_spent", "over_credited", "number_taken", "series_in_use", "tax_rate_taken", "series_code_taken", "mail_not_retriable", "endpoint_limit", "endpoint_disabled", "endpoint_deleted", "signing_secret_limit", "run_under_way", "webhooks_unavailable", "version_mismatch", "total_mismatch", "currency_mismatch", "client_mismatch", "unknown_series", "tax_group_not_invoiced", "line_invoiced", "recipient_missing", "endpoint_refused", "text_not_drawable", "invoice_not_sendable", "quote_not_sendable", "too_many_imports", "import_ended", "import_not_ready", "too_many_snapshots", "snapshot_expired", "range_not_satisfiable", "row_unreadable", "row_repeated"] | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.LoggedRequest]:
        """List the requests of this key or application, newest first. `GET /v1/requests`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.LoggedRequestList,
            "GET",
            "/v1/requests",
            query={
                "limit": limit,
                "cursor": cursor,
                "status": status,
                "credential": credential,
                "method": method,
                "clientRequestId": client_request_id,
                "route": route,
                "problem": problem,
                "since": since,
                "until": until,
            },
            options=options,
        )

    async def get(
        self,
        id: str,
        **options: Unpack[ReadOptions],
    ) -> models.LoggedRequestDetail:
        """Get a request by its `Request-Id`. `GET /v1/requests/{id}`."""
        check(self.get, options, READ)
        return await self._client.call(models.LoggedRequestDetail, "GET", path("/v1/requests/{id}", id=id), options=options)


class AsyncSandboxClock(AsyncResource):
    async def get(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.SandboxClock:
        """Get the time of the sandbox. `GET /v1/sandbox/clock`, needs `event.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.SandboxClock, "GET", "/v1/sandbox/clock", options=options)

    async def advance(
        self,
        body: params.AdvanceClock,
        **options: Unpack[WriteOptions],
    ) -> models.SandboxAdvance:
        """Advance the time of the sandbox. `POST /v1/sandbox/clock`, needs `integration.write`."""
        check(self.advance, options, WRITE)
        return await self._client.call(models.SandboxAdvance, "POST", "/v1/sandbox/clock", body=body, options=options)


class AsyncSeries(AsyncResource):
    async def list(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.SeriesList:
        """List the number series by kind and code. `GET /v1/series`, needs `invoice.read`."""
        check(self.list, options, READ)
        return await self._client.call(models.SeriesList, "GET", "/v1/series", options=options)

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Series:
        """Get a number series. `GET /v1/series/{id}`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Series, "GET", path("/v1/series/{id}", id=id), options=options)

    async def audit(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.SeriesAudit:
        """Check a number series for gaps. `GET /v1/series/{id}/audit`, needs `invoice.read`."""
        check(self.audit, options, READ)
        return await self._client.call(models.SeriesAudit, "GET", path("/v1/series/{id}/audit", id=id), options=options)


class AsyncSnapshotParts(AsyncResource):
    async def part(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> File:
        """Download a part of a snapshot. `GET /v1/snapshot-parts/{id}`, needs `event.read`."""
        check(self.part, options, READ)
        return await self._client.call(File, "GET", path("/v1/snapshot-parts/{id}", id=id), options=options)


class AsyncSnapshots(AsyncResource):
    async def create(
        self,
        body: params.CreateSnapshot | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.Snapshot:
        """Copy all records from one state. `POST /v1/snapshots`, needs `event.read`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.Snapshot, "POST", "/v1/snapshots", body=body, options=options)

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.Snapshot:
        """Get a snapshot. `GET /v1/snapshots/{id}`, needs `event.read`."""
        check(self.get, options, READ)
        return await self._client.call(models.Snapshot, "GET", path("/v1/snapshots/{id}", id=id), options=options)


class AsyncTaxRates(AsyncResource):
    async def list(
        self,
        **options: Unpack[ReadOptions],
    ) -> models.TaxRateList:
        """List the tax rates, highest first. `GET /v1/tax-rates`, needs `invoice.read`."""
        check(self.list, options, READ)
        return await self._client.call(models.TaxRateList, "GET", "/v1/tax-rates", options=options)


class AsyncTotals(AsyncResource):
    async def get(
        self,
        *,
        from_: str | Date | None = None,
        to: str | Date | None = None,
        by: Literal["month", "year"] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.CompanyTotals:
        """Get the totals of the company by currency. `GET /v1/totals`, needs `invoice.read`."""
        check(self.get, options, READ)
        return await self._client.call(
            models.CompanyTotals,
            "GET",
            "/v1/totals",
            query={
                "from": from_,
                "to": to,
                "by": by,
            },
            options=options,
        )


class AsyncWebhookDeliveries(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        endpoint_id: int | None = None,
        event_id: str | None = None,
        event_type: params.EventType | None = None,
        event_types: Sequence[params.EventType] | None = None,
        status: Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"] | None = None,
        statuses: Sequence[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]] | None = None,
        resource: Literal["invoice", "client", "quote", "payment", "checkpoint"] | None = None,
        resource_id: int | None = None,
        response_status: str | None = None,
        status_class: Literal["2xx", "3xx", "4xx", "5xx", "none"] | None = None,
        error_kind: Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"] | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        test: bool | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.WebhookDelivery]:
        """List deliveries, newest first. `GET /v1/webhook-deliveries`, needs `integration.write`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.WebhookDeliveryList,
            "GET",
            "/v1/webhook-deliveries",
            query={
                "limit": limit,
                "cursor": cursor,
                "endpointId": endpoint_id,
                "eventId": event_id,
                "eventType": event_type,
                "eventTypes": event_types,
                "status": status,
                "statuses": statuses,
                "resource": resource,
                "resourceId": resource_id,
                "responseStatus": response_status,
                "statusClass": status_class,
                "errorKind": error_kind,
                "since": since,
                "until": until,
                "test": test,
            },
            options=options,
        )

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookDeliveryDetail:
        """Get a delivery with its attempts. `GET /v1/webhook-deliveries/{id}`, needs `integration.write`."""
        check(self.get, options, READ)
        return await self._client.call(models.WebhookDeliveryDetail, "GET", path("/v1/webhook-deliveries/{id}", id=id), options=options)

    async def resend(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookDelivery:
        """Resend a delivery immediately. `POST /v1/webhook-deliveries/{id}/resend`, needs `integration.write`."""
        check(self.resend, options, WRITE)
        return await self._client.call(models.WebhookDelivery, "POST", path("/v1/webhook-deliveries/{id}/resend", id=id), options=options)

    async def cancel(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookDelivery:
        """Cancel a waiting delivery. `POST /v1/webhook-deliveries/{id}/cancel`, needs `integration.write`."""
        check(self.cancel, options, WRITE)
        return await self._client.call(models.WebhookDelivery, "POST", path("/v1/webhook-deliveries/{id}/cancel", id=id), options=options)


class AsyncWebhookDiagnosis(AsyncResource):
    async def diagnose(
        self,
        id: int,
        body: params.DiagnoseWebhookRequest,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookDiagnosis:
        """Find out why a receiver rejects a request. `POST /v1/webhook-endpoints/{id}/diagnose`, needs `integration.write`."""
        check(self.diagnose, options, WRITE)
        return await self._client.call(models.WebhookDiagnosis, "POST", path("/v1/webhook-endpoints/{id}/diagnose", id=id), body=body, options=options)


class AsyncWebhookEndpoints(AsyncResource):
    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.WebhookEndpoint]:
        """List webhook endpoints. `GET /v1/webhook-endpoints`, needs `integration.write`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.WebhookEndpointList,
            "GET",
            "/v1/webhook-endpoints",
            query={
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )

    async def create(
        self,
        body: params.CreateWebhookEndpoint,
        **options: Unpack[WriteOptions],
    ) -> models.CreatedWebhookEndpoint:
        """Create a webhook endpoint. `POST /v1/webhook-endpoints`, needs `integration.write`."""
        check(self.create, options, WRITE)
        return await self._client.call(models.CreatedWebhookEndpoint, "POST", "/v1/webhook-endpoints", body=body, options=options)

    async def get_by_external_id(
        self,
        external_id: str,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookEndpoint:
        """Get a webhook endpoint by its externalId. `GET /v1/webhook-endpoints/by-external-id/{externalId}`, needs `integration.write`."""
        check(self.get_by_external_id, options, READ)
        return await self._client.call(models.WebhookEndpoint, "GET", path("/v1/webhook-endpoints/by-external-id/{externalId}", external_id=external_id), options=options)

    async def put(
        self,
        external_id: str,
        body: params.PutWebhookEndpoint,
        **options: Unpack[WriteOptions],
    ) -> models.WrittenWebhookEndpoint:
        """Create or replace a webhook endpoint by its externalId. `PUT /v1/webhook-endpoints/by-external-id/{externalId}`, needs `integration.write`."""
        check(self.put, options, WRITE)
        return await self._client.call(models.WrittenWebhookEndpoint, "PUT", path("/v1/webhook-endpoints/by-external-id/{externalId}", external_id=external_id), body=body, options=options)

    async def list_stats(
        self,
        *,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        bucket: Literal["hour", "day"] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookStatsList:
        """Get the statistics of all endpoints over time. `GET /v1/webhook-endpoints/stats`, needs `integration.write`."""
        check(self.list_stats, options, READ)
        return await self._client.call(
            models.WebhookStatsList,
            "GET",
            "/v1/webhook-endpoints/stats",
            query={
                "since": since,
                "until": until,
                "bucket": bucket,
            },
            options=options,
        )

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookEndpoint:
        """Get a webhook endpoint. `GET /v1/webhook-endpoints/{id}`, needs `integration.write`."""
        check(self.get, options, READ)
        return await self._client.call(models.WebhookEndpoint, "GET", path("/v1/webhook-endpoints/{id}", id=id), options=options)

    async def update(
        self,
        id: int,
        body: params.UpdateWebhookEndpoint | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookEndpoint:
        """Edit, disable or enable a webhook endpoint. `PATCH /v1/webhook-endpoints/{id}`, needs `integration.write`."""
        check(self.update, options, WRITE)
        return await self._client.call(models.WebhookEndpoint, "PATCH", path("/v1/webhook-endpoints/{id}", id=id), body=body, options=options)

    async def delete(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> None:
        """Delete a webhook endpoint. `DELETE /v1/webhook-endpoints/{id}`, needs `integration.write`."""
        check(self.delete, options, WRITE)
        return await self._client.call(None, "DELETE", path("/v1/webhook-endpoints/{id}", id=id), options=options)

    async def enable(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.EnabledWebhookEndpoint:
        """Enable a webhook endpoint. `POST /v1/webhook-endpoints/{id}/enable`, needs `integration.write`."""
        check(self.enable, options, WRITE)
        return await self._client.call(models.EnabledWebhookEndpoint, "POST", path("/v1/webhook-endpoints/{id}/enable", id=id), options=options)

    async def disable(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookEndpoint:
        """Disable a webhook endpoint. `POST /v1/webhook-endpoints/{id}/disable`, needs `integration.write`."""
        check(self.disable, options, WRITE)
        return await self._client.call(models.WebhookEndpoint, "POST", path("/v1/webhook-endpoints/{id}/disable", id=id), options=options)

    def list_deliveries(
        self,
        id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        event_id: str | None = None,
        event_type: params.EventType | None = None,
        event_types: Sequence[params.EventType] | None = None,
        status: Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"] | None = None,
        statuses: Sequence[Literal["Waiting", "Sending", "Delivered", "Failed", "Cancelled"]] | None = None,
        resource: Literal["invoice", "client", "quote", "payment", "checkpoint"] | None = None,
        resource_id: int | None = None,
        response_status: str | None = None,
        status_class: Literal["2xx", "3xx", "4xx", "5xx", "none"] | None = None,
        error_kind: Literal["Timeout", "Dns", "Blocked", "Refused", "Unreachable", "Tls", "Reset", "Closed", "InvalidResponse", "ResponseTooLarge", "Redirect", "Status", "NotSigned", "Other"] | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        test: bool | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.WebhookDelivery]:
        """List the deliveries to an endpoint, newest first. `GET /v1/webhook-endpoints/{id}/deliveries`, needs `integration.write`."""
        check(self.list_deliveries, options, READ)
        return AsyncPages(
            self._client,
            models.WebhookDeliveryList,
            "GET",
            path("/v1/webhook-endpoints/{id}/deliveries", id=id),
            query={
                "limit": limit,
                "cursor": cursor,
                "eventId": event_id,
                "eventType": event_type,
                "eventTypes": event_types,
                "status": status,
                "statuses": statuses,
                "resource": resource,
                "resourceId": resource_id,
                "responseStatus": response_status,
                "statusClass": status_class,
                "errorKind": error_kind,
                "since": since,
                "until": until,
                "test": test,
            },
            options=options,
        )

    async def get_stats(
        self,
        id: int,
        *,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
        bucket: Literal["hour", "day"] | None = None,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookStats:
        """Get the statistics of an endpoint over time. `GET /v1/webhook-endpoints/{id}/stats`, needs `integration.write`."""
        check(self.get_stats, options, READ)
        return await self._client.call(
            models.WebhookStats,
            "GET",
            path("/v1/webhook-endpoints/{id}/stats", id=id),
            query={
                "since": since,
                "until": until,
                "bucket": bucket,
            },
            options=options,
        )

    async def secret(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookSecret:
        """View the signing secret. `GET /v1/webhook-endpoints/{id}/secret`, needs `integration.write`."""
        check(self.secret, options, READ)
        return await self._client.call(models.WebhookSecret, "GET", path("/v1/webhook-endpoints/{id}/secret", id=id), options=options)

    async def rotate_secret(
        self,
        id: int,
        body: params.RotateWebhookSecret | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookSecret:
        """Rotate the signing secret. `POST /v1/webhook-endpoints/{id}/rotate-secret`, needs `integration.write`."""
        check(self.rotate_secret, options, WRITE)
        return await self._client.call(models.WebhookSecret, "POST", path("/v1/webhook-endpoints/{id}/rotate-secret", id=id), body=body, options=options)

    async def test(
        self,
        id: int,
        body: params.TestWebhookEndpoint | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookDelivery:
        """Send a test message. `POST /v1/webhook-endpoints/{id}/test`, needs `integration.write`."""
        check(self.test, options, WRITE)
        return await self._client.call(models.WebhookDelivery, "POST", path("/v1/webhook-endpoints/{id}/test", id=id), body=body, options=options)

    async def send_record(
        self,
        id: int,
        body: params.SendWebhookRecord,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookDelivery:
        """Send the present state of a record. `POST /v1/webhook-endpoints/{id}/send-record`, needs `integration.write`."""
        check(self.send_record, options, WRITE)
        return await self._client.call(models.WebhookDelivery, "POST", path("/v1/webhook-endpoints/{id}/send-record", id=id), body=body, options=options)


class AsyncWebhookPreview(AsyncResource):
    async def preview(
        self,
        body: params.PreviewWebhookEndpoint,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookPreview:
        """Preview what an endpoint would have received. `POST /v1/webhook-endpoints/preview`, needs `integration.write`."""
        check(self.preview, options, WRITE)
        return await self._client.call(models.WebhookPreview, "POST", "/v1/webhook-endpoints/preview", body=body, options=options)


class AsyncWebhookRuns(AsyncResource):
    async def recover(
        self,
        id: int,
        body: params.StartWebhookRun,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookRun:
        """Resend failed deliveries. `POST /v1/webhook-endpoints/{id}/recover`, needs `integration.write`."""
        check(self.recover, options, WRITE)
        return await self._client.call(models.WebhookRun, "POST", path("/v1/webhook-endpoints/{id}/recover", id=id), body=body, options=options)

    async def replay_missing(
        self,
        id: int,
        body: params.StartWebhookRun,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookRun:
        """Send missed events. `POST /v1/webhook-endpoints/{id}/replay-missing`, needs `integration.write`."""
        check(self.replay_missing, options, WRITE)
        return await self._client.call(models.WebhookRun, "POST", path("/v1/webhook-endpoints/{id}/replay-missing", id=id), body=body, options=options)

    def list(
        self,
        id: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[models.WebhookRun]:
        """List the runs of an endpoint, newest first. `GET /v1/webhook-endpoints/{id}/runs`, needs `integration.write`."""
        check(self.list, options, READ)
        return AsyncPages(
            self._client,
            models.WebhookRunList,
            "GET",
            path("/v1/webhook-endpoints/{id}/runs", id=id),
            query={
                "limit": limit,
                "cursor": cursor,
            },
            options=options,
        )

    async def get(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookRun:
        """Get a run. `GET /v1/webhook-runs/{id}`, needs `integration.write`."""
        check(self.get, options, READ)
        return await self._client.call(models.WebhookRun, "GET", path("/v1/webhook-runs/{id}", id=id), options=options)

    async def pause(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookRun:
        """Pause a run. `POST /v1/webhook-runs/{id}/pause`, needs `integration.write`."""
        check(self.pause, options, WRITE)
        return await self._client.call(models.WebhookRun, "POST", path("/v1/webhook-runs/{id}/pause", id=id), options=options)

    async def resume(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookRun:
        """Resume a paused run. `POST /v1/webhook-runs/{id}/resume`, needs `integration.write`."""
        check(self.resume, options, WRITE)
        return await self._client.call(models.WebhookRun, "POST", path("/v1/webhook-runs/{id}/resume", id=id), options=options)

    async def cancel(
        self,
        id: int,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookRun:
        """Cancel a run. `POST /v1/webhook-runs/{id}/cancel`, needs `integration.write`."""
        check(self.cancel, options, WRITE)
        return await self._client.call(models.WebhookRun, "POST", path("/v1/webhook-runs/{id}/cancel", id=id), options=options)


class AsyncWebhookSecrets(AsyncResource):
    async def list(
        self,
        id: int,
        **options: Unpack[ReadOptions],
    ) -> models.WebhookSecretUse:
        """List the active signing secrets. `GET /v1/webhook-endpoints/{id}/secrets`, needs `integration.write`."""
        check(self.list, options, READ)
        return await self._client.call(models.WebhookSecretUse, "GET", path("/v1/webhook-endpoints/{id}/secrets", id=id), options=options)

    async def end_previous(
        self,
        id: int,
        body: params.EndPreviousSecrets | None = None,
        **options: Unpack[WriteOptions],
    ) -> models.WebhookSecretUse:
        """End previous signing secrets. `POST /v1/webhook-endpoints/{id}/end-previous-secrets`, needs `integration.write`."""
        check(self.end_previous, options, WRITE)
        return await self._client.call(models.WebhookSecretUse, "POST", path("/v1/webhook-endpoints/{id}/end-previous-secrets", id=id), body=body, options=options)


class AsyncResources(AsyncClient):
    """The resources of the API, each with a method per operation."""

    def _bind(self) -> None:
        self.chain_entries = AsyncChainEntries(self)
        self.changes = AsyncChanges(self)
        self.checkpoints = AsyncCheckpoints(self)
        self.clients = AsyncClients(self)
        self.credit_notes = AsyncCreditNotes(self)
        self.event_types = AsyncEventTypes(self)
        self.events = AsyncEvents(self)
        self.imports = AsyncImports(self)
        self.invoices = AsyncInvoices(self)
        self.leaked_keys = AsyncLeakedKeys(self)
        self.mails = AsyncMails(self)
        self.me = AsyncMe(self)
        self.payments = AsyncPayments(self)
        self.quotes = AsyncQuotes(self)
        self.receivables = AsyncReceivables(self)
        self.requests = AsyncRequests(self)
        self.sandbox_clock = AsyncSandboxClock(self)
        self.series = AsyncSeries(self)
        self.snapshot_parts = AsyncSnapshotParts(self)
        self.snapshots = AsyncSnapshots(self)
        self.tax_rates = AsyncTaxRates(self)
        self.totals = AsyncTotals(self)
        self.webhook_deliveries = AsyncWebhookDeliveries(self)
        self.webhook_diagnosis = AsyncWebhookDiagnosis(self)
        self.webhook_endpoints = AsyncWebhookEndpoints(self)
        self.webhook_preview = AsyncWebhookPreview(self)
        self.webhook_runs = AsyncWebhookRuns(self)
        self.webhook_secrets = AsyncWebhookSecrets(self)
