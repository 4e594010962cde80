// Generated from the OpenAPI document by libs/sdk/generate.mjs. Do not edit.
export interface components {
  schemas: {
    ClientBatchUpdateItem: {
      /** @description The id of the record */
      id: number;
      /** @description The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match` */
      version?: number;
      /** @description The members to change, as in a PATCH of the record */
      changes: components['schemas']['UpdateClient'];
    };
    UpdateClient: {
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string | null;
      /**
       * @description What the client is: a company or association, a person, or a public body
       * @enum {string}
       */
      kind?: 'Business' | 'Individual' | 'Public';
      /** @description The legal name */
      name?: string;
      /** @description The name under which it trades, if it differs from the legal name */
      tradingName?: string | null;
      /** @description The first name of an individual, or of the person to address */
      firstName?: string | null;
      /** @description The last name of an individual, or of the person to address */
      lastName?: string | null;
      /** @description The email address to which documents are sent if no contact receives them */
      email?: components['schemas']['EmailAddress'] | null;
      /** @description The telephone number, in any notation */
      phone?: string | null;
      /** @description The people and departments of the client, in your order */
      contacts?: {
        /** @description The name of the person or department */
        name: string;
        /** @description The email address, to which documents are sent if `receives` says so */
        email?: components['schemas']['EmailAddress'];
        /** @description The telephone number, in any notation */
        phone?: string;
        /** @description The documents that are sent to this contact unless a request names other recipients. Default: `[]` */
        receives?: ('Invoice' | 'Quote')[];
      }[];
      /** @description The postal address on documents */
      billingAddress?: components['schemas']['AddressBody'];
      /** @description The address of deliveries, if it differs from the billing address */
      deliveryAddress?: components['schemas']['AddressBody'] | null;
      /** @description Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN */
      legalId?: components['schemas']['LegalIdBody'] | null;
      /** @description The VAT number with its country prefix, without spaces */
      vatNumber?: string | null;
      /** @description Where electronic invoices are sent, with the scheme of the network (EAS list) */
      electronicAddress?: components['schemas']['ElectronicAddressBody'] | null;
      /** @description The reference on its documents that state none (BT-10) */
      buyerReference?: string | null;
      /** @description The ISO 4217 code of its usual currency; null for that of the company */
      currency?: components['schemas']['Currency'] | null;
      /** @description The language of its documents; null for that of the company */
      locale?: ('en' | 'fr') | null;
      /** @description When its invoices are due; null for the payment terms of the company */
      paymentTerms?: components['schemas']['PaymentTermsBody'] | null;
      /** @description For internal use: never on a document */
      notes?: string | null;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /**
       * @description Archive or restore a client
       * @enum {string}
       */
      status?: 'Active' | 'Archived';
    };
    /** @description The domain may be in any script */
    EmailAddress: string;
    /** @description ISO 3166-1 alpha-2, like GR for Greece and GB for the United Kingdom; XK for Kosovo */
    Country: string;
    AddressBody: {
      /** @description The street and the number */
      line1?: string;
      /** @description A second line, such as a building or a floor */
      line2?: string;
      /** @description The postal code, as the country writes it */
      postalCode?: string;
      /** @description The town or city */
      city?: string;
      /** @description The state, province or county */
      region?: string;
      /** @description The ISO 3166-1 alpha-2 code of the country */
      country: components['schemas']['Country'];
    };
    LegalIdBody: {
      /** @description The code of the register or network, which says how to read the value */
      scheme?: string;
      /** @description The number or address in that register or network */
      value: string;
    };
    ElectronicAddressBody: {
      /** @description The code of the register or network, which says how to read the value */
      scheme: string;
      /** @description The number or address in that register or network */
      value: string;
    };
    /** @description An active ISO 4217 code */
    Currency: string;
    PaymentTermsBody: {
      /** @description The days from the issue date to the due date */
      days: number;
      /** @description Whether the due date moves to the last day of its month. Default: `false` */
      endOfMonth?: boolean;
      /** @description The terms as text, as printed on documents */
      text?: string;
    };
    InvoiceBatchUpdateItem: {
      /** @description The id of the record */
      id: number;
      /** @description The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match` */
      version?: number;
      /** @description The members to change, as in a PATCH of the record */
      changes: components['schemas']['UpdateInvoice'];
    };
    UpdateInvoice: {
      /** @description Id of the client */
      clientId?: number;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency?: components['schemas']['Currency'];
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax?: boolean;
      /** @description The line items, in the printed order */
      lines?: components['schemas']['LineBody'][];
      /** @description Reductions of the whole document */
      allowances?: components['schemas']['DocumentAdjustment'][];
      /** @description Additions to the whole document, such as shipping */
      charges?: components['schemas']['DocumentAdjustment'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement?: string | null;
      /** @description The code of the number series */
      series?: string;
      /** @description The number of the order of the client (BT-13) */
      purchaseOrder?: string | null;
      /** @description The reference by which the client routes the document (BT-10) */
      buyerReference?: string | null;
      /** @description The number of the contract (BT-12) */
      contract?: string | null;
      /** @description The name or number of the project (BT-11) */
      project?: string | null;
      /** @description Texts for the client, one paragraph each */
      notes?: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms?: (string | null) | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans?: {
        /** @description How to pay, as a UNTDID 4461 code, like 30 for a credit transfer */
        code: components['schemas']['PaymentMeansCode'];
        /** @description The account to pay to */
        iban?: components['schemas']['Iban'];
        /** @description The bank of that account */
        bic?: components['schemas']['Bic'];
        /** @description What the client states with the payment (BT-83) */
        remittance?: string;
      } | null;
      /** @description The language of the document; null for that of the client, else English */
      locale?: ('en' | 'fr') | null;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string | null;
      /** @description The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained. */
      expectedTotal?: string;
      /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
      issueDate?: string;
      /** @description The last day to pay before the invoice is overdue; null without payment terms */
      dueDate?: string | null;
      /** @description The date of supply, if it differs from the issue date */
      supplyDate?: string | null;
      /** @description When it was supplied, if it took more than a day */
      servicePeriod?: {
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        start: string;
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        end: string;
      } | null;
    };
    LineBody: {
      /** @description What is sold (BT-153) */
      name: string;
      /** @description More about it, in several lines (BT-154) */
      description?: string;
      /** @description At most 4 decimals; may be negative */
      quantity: string;
      /** @description The unit of the quantity, as a code of UN/ECE Recommendation 20 or 21; C62 is a piece. Default: `"C62"` */
      unit?: components['schemas']['UnitCode'];
      /** @description At most 12 decimals; not negative (EN 16931 BR-27): use a negative quantity instead */
      unitPrice: string;
      /** @description The quantity that the unit price is for. Default: `"1"` */
      priceBaseQuantity?: string;
      /** @description A reduction of the line, which is printed as a discount */
      discount?: components['schemas']['Adjustment'];
      /** @description Further reductions of the line. Default: `[]` */
      allowances?: components['schemas']['Adjustment'][];
      /** @description Additions to the line. Default: `[]` */
      charges?: components['schemas']['Adjustment'][];
      /**
       * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
       * @enum {string}
       */
      taxCategory: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
      /** @description The VAT rate in percent; null for the category O */
      taxRate?: string;
      /** @description Why no VAT is charged, with the categories E, AE, K, G and O */
      exemptionReason?: string;
      /** @description When it was supplied, if it took more than a day */
      servicePeriod?: {
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        start: string;
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        end: string;
      };
      /** @description Your number of the article (BT-155) */
      sellerItemId?: string;
      /** @description The number of the article at the client (BT-156) */
      buyerItemId?: string;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
    };
    /** @description A code of UN/ECE Recommendation 20 or 21 (EN 16931 BR-CL-23) */
    UnitCode: string;
    Adjustment: {
      /** @description The amount in the currency of the document; absent if it is a percentage */
      amount?: string;
      /** @description The percentage of the line, or of the document; absent if it is an amount */
      percent?: string;
      /** @description The reason, as printed */
      reason?: string;
    };
    DocumentAdjustment: {
      /** @description The amount in the currency of the document; absent if it is a percentage */
      amount?: string;
      /** @description The percentage of the line, or of the document; absent if it is an amount */
      percent?: string;
      /** @description The reason, as printed */
      reason?: string;
      /**
       * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
       * @enum {string}
       */
      taxCategory?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
      /** @description A percentage */
      taxRate?: string;
    };
    /** @description A UNTDID 4461 code, like 30 for a credit transfer */
    PaymentMeansCode: string;
    /** @description Without spaces, complete and with valid check digits (ISO 13616) */
    Iban: string;
    /** @description 8 or 11 characters (ISO 9362) */
    Bic: string;
    BatchDeleteItem: {
      /** @description The id of the record */
      id: number;
      /** @description The version that you have read. The item is rejected with 412 if the record has another one, as with `If-Match` */
      version?: number;
    };
    /** @enum {string} */
    Permission:
      | 'client.read'
      | 'client.write'
      | 'invoice.read'
      | 'invoice.write'
      | 'quote.read'
      | 'quote.write'
      | 'payment.read'
      | 'payment.write'
      | 'event.read'
      | 'integration.write'
      | 'integration.manage_all'
      | 'api_key.create'
      | 'api_key.manage'
      | 'oauth_app.manage'
      | 'member.manage'
      | 'company.manage'
      | 'audit.read';
    Page: {
      /** @description The `cursor` of the next page; null on the last one */
      nextCursor: string | null;
      /** @description The `cursor` of the previous page; null on the first one */
      prevCursor: string | null;
      /** @description Records per page, as requested */
      limit: number;
      /** @description Whether there is a next page */
      hasMore: boolean;
      /** @description With `includeTotal`: the number of records, at most 10,000 */
      total?: number;
      /** @description With `includeTotal`: whether there are more than `total` */
      totalCapped?: boolean;
    };
    Address: {
      /** @description The street and the number */
      line1?: string;
      /** @description A second line, such as a building or a floor */
      line2?: string;
      /** @description The postal code, as the country writes it */
      postalCode?: string;
      /** @description The town or city */
      city?: string;
      /** @description The state, province or county */
      region?: string;
      /** @description ISO 3166-1 alpha-2 */
      country: string;
    };
    PaymentTerms: {
      /** @description The days from the issue date to the due date */
      days: number;
      /** @description Whether the due date moves to the last day of its month */
      endOfMonth: boolean;
      /** @description The terms as text, as printed on documents */
      text?: string;
    };
    ClientList: {
      /** @description The records of this page, in the order of the list */
      data: (components['schemas']['Client'] | components['schemas']['Tombstone'])[];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Client: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /**
       * @description New documents for an archived client are rejected
       * @enum {string}
       */
      status: 'Active' | 'Archived';
      /**
       * @description What the client is: a company or association, a person, or a public body
       * @enum {string}
       */
      kind: 'Business' | 'Individual' | 'Public';
      /** @description The legal name */
      name: string;
      /** @description The name under which it trades, if it differs from the legal name; null without one */
      tradingName: string | null;
      /** @description The first name of an individual, or of the person to address; null without one */
      firstName: string | null;
      /** @description The last name of an individual, or of the person to address; null without one */
      lastName: string | null;
      /** @description The email address to which documents are sent if no contact receives them; null without one */
      email: string | null;
      /** @description The telephone number, in any notation; null without one */
      phone: string | null;
      /** @description The people and departments of the client, in your order */
      contacts: {
        /** @description The name of the person or department */
        name: string;
        /** @description The email address, to which documents are sent if `receives` says so */
        email?: string;
        /** @description The telephone number, in any notation */
        phone?: string;
        /** @description The documents that are sent to this contact unless a request names other recipients */
        receives: ('Invoice' | 'Quote')[];
      }[];
      /** @description The postal address on documents */
      billingAddress: components['schemas']['Address'];
      /** @description The address of deliveries, if it differs from the billing address; null without one */
      deliveryAddress: components['schemas']['Address'] | null;
      /** @description Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one */
      legalId: {
        /** @description The ISO 6523 code of the register; absent if it has none */
        scheme?: string;
        /** @description The number or address in that register or network */
        value: string;
      } | null;
      /** @description The VAT number with its country prefix, without spaces; null without one */
      vatNumber: string | null;
      /** @description Where electronic invoices are sent, with the scheme of the network (EAS list); null without one */
      electronicAddress: {
        /** @description The code of the register or network, which says how to read the value */
        scheme: string;
        /** @description The number or address in that register or network */
        value: string;
      } | null;
      /** @description The reference on its documents that state none (BT-10); null without one */
      buyerReference: string | null;
      /** @description The ISO 4217 code of its usual currency; null for that of the company */
      currency: string | null;
      /** @description The language of its documents; null for that of the company */
      locale: string | null;
      /** @description When its invoices are due; null for the payment terms of the company */
      paymentTerms: components['schemas']['PaymentTerms'] | null;
      /** @description For internal use: never on a document; null without one */
      notes: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description One entry for each currency with an outstanding amount or credit. Balances change with invoices and payments, without a new version and without `client.updated` */
      balances: components['schemas']['Balance'][];
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    Balance: {
      /** @description The ISO 4217 code of the amounts */
      currency: string;
      /** @description The outstanding amount of issued invoices */
      due: string;
      /** @description The overdue part of the outstanding amount */
      overdue: string;
      /** @description The unallocated rest of payments */
      credit: string;
    };
    /** @description A deleted record, with the version of the deletion. Lists return it with `updatedSince` */
    Tombstone: {
      /** @description The id of the record */
      id: number;
      /** @description The version of the deletion: one more than the last version of the record */
      version: number;
      /** @description When the record was deleted */
      deletedAt: string;
    };
    CreateClient: {
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /**
       * @description What the client is: a company or association, a person, or a public body
       * @enum {string}
       */
      kind: 'Business' | 'Individual' | 'Public';
      /** @description The legal name */
      name: string;
      /** @description The name under which it trades, if it differs from the legal name */
      tradingName?: string;
      /** @description The first name of an individual, or of the person to address */
      firstName?: string;
      /** @description The last name of an individual, or of the person to address */
      lastName?: string;
      /** @description The email address to which documents are sent if no contact receives them */
      email?: components['schemas']['EmailAddress'];
      /** @description The telephone number, in any notation */
      phone?: string;
      /** @description The people and departments of the client, in your order */
      contacts?: {
        /** @description The name of the person or department */
        name: string;
        /** @description The email address, to which documents are sent if `receives` says so */
        email?: components['schemas']['EmailAddress'];
        /** @description The telephone number, in any notation */
        phone?: string;
        /** @description The documents that are sent to this contact unless a request names other recipients. Default: `[]` */
        receives?: ('Invoice' | 'Quote')[];
      }[];
      /** @description An invoice to a business or a public body can be sent only if it has line1 and city */
      billingAddress: components['schemas']['AddressBody'];
      /** @description The address of deliveries, if it differs from the billing address */
      deliveryAddress?: components['schemas']['AddressBody'];
      /** @description Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN */
      legalId?: components['schemas']['LegalIdBody'];
      /** @description The VAT number with its country prefix, without spaces */
      vatNumber?: string;
      /** @description Where electronic invoices are sent, with the scheme of the network (EAS list) */
      electronicAddress?: components['schemas']['ElectronicAddressBody'];
      /** @description The reference on its documents that state none (BT-10) */
      buyerReference?: string;
      /** @description The ISO 4217 code of its usual currency; null for that of the company */
      currency?: components['schemas']['Currency'];
      /**
       * @description The language of its documents. Without one, that of the company, else English
       * @enum {string}
       */
      locale?: 'en' | 'fr';
      /** @description Used instead of the payment terms of the company */
      paymentTerms?: components['schemas']['PaymentTermsBody'];
      /** @description For internal use: never on a document */
      notes?: string;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
    };
    Timeline: {
      /** @description The changes of the record, oldest first */
      data: {
        /** @description The id of the entry */
        id: number;
        /** @description When the record was changed */
        at: string;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who changed it */
        actor: components['schemas']['Actor'];
        /** @description What was done. New actions can be added */
        action: string;
        /** @description The status of the record afterwards */
        status: string | null;
        /** @description The reason that was given, or why an email failed; null without one */
        reason: string | null;
        /** @description The ids, amounts and numbers involved */
        details: {
          [key: string]: string | number | boolean | null;
        };
      }[];
    };
    /** @description Who did something. New kinds can be added */
    Actor: {
      /**
       * @description What acted. client: the client, through its link. viewing_link: a holder of the read-only link. system: Billhook, by time. unknown: an entry that this release cannot read
       * @enum {string}
       */
      kind:
        | 'member'
        | 'key'
        | 'application'
        | 'portal'
        | 'client'
        | 'viewing_link'
        | 'leak_report'
        | 'system'
        | 'unknown';
      /** @description The email address of a member or of the owner of a portal session, the prefix of a key, the name of an application, the IP address of a leak report; otherwise null */
      name: string | null;
    };
    CreateClientBatch: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['CreateClient'][];
    };
    ClientBatchResult: {
      /** @description One entry for each item, in the order of the request */
      results: {
        /** @description The position of the item in `items`, from 0 */
        index: number;
        /** @description The status that the item would get on its own; 424 if it was not written because another item failed */
        status: number;
        /** @description Why the item was rejected; absent if it was written */
        problem?: components['schemas']['Problem'];
        /** @description The created record; absent if the item was rejected */
        record?: components['schemas']['Client'];
      }[];
      /** @description How many items were written */
      created: number;
      /** @description How many items were not written */
      refused: number;
    };
    Problem: {
      /** @description The URL of the page in the error catalogue */
      type: string;
      /** @description What happened, in one sentence that is the same for every error with this code */
      title: string;
      /** @description The HTTP status of the response */
      status: number;
      /** @description What happened in this request, and what to do next */
      detail: string;
      /** @description Stable: test this member, not the texts. Later versions may add codes. */
      code: string;
      /** @description The path of the request, without its query */
      instance: string;
      /** @description The id of the request, as in the header `Request-Id` */
      requestId: string;
      /** @description What is wrong with the input, one entry for each place; absent if the error is about no member */
      errors?: {
        /** @description An RFC 6901 pointer into the body */
        pointer?: string;
        /** @description The name of a query or path parameter */
        parameter?: string;
        /** @description The rule that the value breaks, for programs. Codes may be added */
        code: string;
        /** @description What is wrong with the value, for people */
        message: string;
      }[];
    } & {
      [key: string]: unknown;
    };
    ClientBatchUpdate: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['ClientBatchUpdateItem'][];
    };
    ClientBatchUpdateResult: {
      /** @description One entry for each item, in the order of the request */
      results: {
        /** @description The position of the item in `items`, from 0 */
        index: number;
        /** @description The status that the item would get on its own; 424 if it was not written because another item failed */
        status: number;
        /** @description Why the item was rejected; absent if it was written */
        problem?: components['schemas']['Problem'];
        /** @description The record after the edit; absent if the item was rejected */
        record?: components['schemas']['Client'];
      }[];
      /** @description How many items were written */
      updated: number;
      /** @description How many items were not written */
      refused: number;
    };
    ClientBatchDelete: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['BatchDeleteItem'][];
    };
    BatchDeleteResult: {
      /** @description One entry for each item, in the order of the request */
      results: {
        /** @description The position of the item in `items`, from 0 */
        index: number;
        /** @description The status that the item would get on its own; 424 if it was not written because another item failed */
        status: number;
        /** @description Why the item was rejected; absent if it was written */
        problem?: components['schemas']['Problem'];
      }[];
      /** @description How many records were deleted or archived */
      deleted: number;
      /** @description How many items were not written */
      refused: number;
    };
    CreditNoteList: {
      /** @description The records of this page, in the order of the list */
      data: (components['schemas']['ExpandableCreditNote'] | components['schemas']['Tombstone'])[];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ExpandableCreditNote: {
      /** @description The id of the record */
      id: number;
      /** @description Without gaps, from the series of credit notes */
      number: string;
      /**
       * @description Always `Issued`: a credit note is final
       * @enum {string}
       */
      status: 'Issued';
      /** @description The id of the invoice that it credits */
      invoiceId: number;
      /** @description The number of that invoice */
      invoiceNumber: string;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Why it was issued */
      reason: {
        /**
         * @description Why it was issued
         * @enum {string}
         */
        code: 'Error' | 'Return' | 'Discount' | 'Cancellation' | 'Other';
        /** @description The reason as text, as printed; null without one */
        text: string | null;
      };
      /** @description The date of the credit note, in the time zone of the company */
      issueDate: string;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description What the credited amount did: it reduced the invoice, or became credit of the client */
      allocation: components['schemas']['CreditAllocation'];
      /** @description The company, as it was when the credit note was issued */
      seller: components['schemas']['Seller'];
      /** @description The client, as it was when the credit note was issued */
      client: components['schemas']['Buyer'];
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The records requested with `expand`; absent without it */
      expanded?: components['schemas']['CreditNoteExpanded'];
    };
    Line: {
      /** @description The id of the line, which `lineIds` of a conversion names */
      id: number;
      /** @description What is sold (BT-153) */
      name: string;
      /** @description More about it, in several lines (BT-154); null without one */
      description: string | null;
      /** @description The quantity, with at most 4 decimals; negative for a return */
      quantity: string;
      /** @description The unit of the quantity, as a code of UN/ECE Recommendation 20 or 21; C62 is a piece */
      unit: string;
      /** @description The price of `priceBaseQuantity`, with VAT if `pricesIncludeTax` is true */
      unitPrice: string;
      /** @description The quantity that the unit price is for */
      priceBaseQuantity: string;
      /** @description A reduction of the line, which is printed as a discount; null without one */
      discount: components['schemas']['AdjustmentView'] | null;
      /** @description Further reductions of the line */
      allowances: components['schemas']['AdjustmentView'][];
      /** @description Additions to the line */
      charges: components['schemas']['AdjustmentView'][];
      /**
       * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
       * @enum {string}
       */
      taxCategory: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
      /** @description The VAT rate in percent; null for the category O */
      taxRate: string | null;
      /** @description Why no VAT is charged, with the categories E, AE, K, G and O; null without one */
      exemptionReason: string | null;
      /** @description When it was supplied, if it took more than a day; null without one */
      servicePeriod: {
        /** @description The first day */
        start: string;
        /** @description The last day, which is included */
        end: string;
      } | null;
      /** @description Your number of the article (BT-155); null without one */
      sellerItemId: string | null;
      /** @description The number of the article at the client (BT-156); null without one */
      buyerItemId: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description The amount of the line without VAT, after its allowances and charges */
      net: string;
      /** @description The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up. */
      tax: string;
      /** @description The amount of the line with VAT */
      gross: string;
    };
    AdjustmentView: {
      /** @description The amount in the currency of the document; absent if it is a percentage */
      amount?: string;
      /** @description The percentage of the line, or of the document; absent if it is an amount */
      percent?: string;
      /** @description The reason, as printed */
      reason?: string;
    };
    DocumentAdjustmentView: {
      /** @description The amount in the currency of the document; absent if it is a percentage */
      amount?: string;
      /** @description The percentage of the line, or of the document; absent if it is an amount */
      percent?: string;
      /** @description The reason, as printed */
      reason?: string;
      /**
       * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
       * @enum {string}
       */
      taxCategory?: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
      /** @description The VAT rate in percent of the lines that it applies to */
      taxRate?: string;
    };
    Totals: {
      /** @description The sum of the lines without VAT (BT-106) */
      lineNet: string;
      /** @description The sum of the allowances of the document without VAT (BT-107) */
      allowances: string;
      /** @description The sum of the charges of the document without VAT (BT-108) */
      charges: string;
      /** @description The total without VAT: `lineNet` less `allowances` plus `charges` (BT-109) */
      net: string;
      /** @description The VAT of all categories and rates (BT-110) */
      tax: string;
      /** @description The total with VAT (BT-112) */
      gross: string;
      /** @description The difference by cash rounding; zero without one (BT-114) */
      rounding: string;
      /** @description The payable amount: `gross` plus `rounding`, before payments (BT-115) */
      due: string;
    };
    TaxBreakdown: {
      /**
       * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
       * @enum {string}
       */
      category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
      /** @description The VAT rate in percent; null for the category O */
      rate: string | null;
      /** @description The amount without VAT that the rate applies to */
      taxable: string;
      /** @description The VAT of this category and rate */
      tax: string;
      /** @description Why no VAT is charged: the reasons of its lines; null for the categories S and Z, and without any */
      exemptionReason: string | null;
    };
    PaymentMeans: {
      /** @description How to pay, as a UNTDID 4461 code, like 30 for a credit transfer */
      code: string;
      /** @description The account to pay to */
      iban?: string;
      /** @description The bank of that account */
      bic?: string;
      /** @description What the client states with the payment (BT-83) */
      remittance?: string;
    };
    CreditAllocation: {
      /** @description The part that reduced the outstanding amount of the invoice */
      invoice: string;
      /** @description The part that was already paid and became credit of the client */
      released: string;
    };
    Seller: {
      /** @description The id of the company */
      id: number;
      /** @description The legal name */
      name: string;
      /** @description The IANA time zone of all its dates */
      timeZone: string;
      /** @description The ISO 4217 code of its base currency */
      currency: string;
      /** @description The postal address on documents; null without one */
      address: components['schemas']['Address'] | null;
      /** @description Its number in a register (BT-30), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one */
      legalId: {
        /** @description The ISO 6523 code of the register; absent if it has none */
        scheme?: string;
        /** @description The number or address in that register or network */
        value: string;
      } | null;
      /** @description The VAT number with its country prefix, without spaces; null without one */
      vatNumber: string | null;
      /** @description The tax number of the country, like a Steuernummer or codice fiscale (BT-32) */
      taxNumber: string | null;
      /** @description The email address on documents; null without one */
      email: string | null;
      /** @description The telephone number on documents; null without one */
      phone: string | null;
      /** @description The address of the website on documents; null without one */
      website: string | null;
      /** @description Printed at the foot of each page */
      legalNotice: string | null;
      /** @description The account that documents name if they state no other one; null without one */
      iban: string | null;
      /** @description The bank of that account; null without one */
      bic: string | null;
      /** @description The logo of new documents */
      logo: components['schemas']['Logo'] | null;
      /** @description The colour of new documents, as #rrggbb; null for the standard colour */
      accentColor: string | null;
    };
    Buyer: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /**
       * @description New documents for an archived client are rejected
       * @enum {string}
       */
      status: 'Active' | 'Archived';
      /**
       * @description What the client is: a company or association, a person, or a public body
       * @enum {string}
       */
      kind: 'Business' | 'Individual' | 'Public';
      /** @description The legal name */
      name: string;
      /** @description The name under which it trades, if it differs from the legal name; null without one */
      tradingName: string | null;
      /** @description The first name of an individual, or of the person to address; null without one */
      firstName: string | null;
      /** @description The last name of an individual, or of the person to address; null without one */
      lastName: string | null;
      /** @description The email address to which documents are sent if no contact receives them; null without one */
      email: string | null;
      /** @description The telephone number, in any notation; null without one */
      phone: string | null;
      /** @description The people and departments of the client, in your order */
      contacts: {
        /** @description The name of the person or department */
        name: string;
        /** @description The email address, to which documents are sent if `receives` says so */
        email?: string;
        /** @description The telephone number, in any notation */
        phone?: string;
        /** @description The documents that are sent to this contact unless a request names other recipients */
        receives: ('Invoice' | 'Quote')[];
      }[];
      /** @description The postal address on documents */
      billingAddress: components['schemas']['Address'];
      /** @description The address of deliveries, if it differs from the billing address; null without one */
      deliveryAddress: components['schemas']['Address'] | null;
      /** @description Its number in a register (BT-47), with the scheme of the register (ISO 6523), such as 0002 for a SIREN; null without one */
      legalId: {
        /** @description The ISO 6523 code of the register; absent if it has none */
        scheme?: string;
        /** @description The number or address in that register or network */
        value: string;
      } | null;
      /** @description The VAT number with its country prefix, without spaces; null without one */
      vatNumber: string | null;
      /** @description Where electronic invoices are sent, with the scheme of the network (EAS list); null without one */
      electronicAddress: {
        /** @description The code of the register or network, which says how to read the value */
        scheme: string;
        /** @description The number or address in that register or network */
        value: string;
      } | null;
      /** @description The reference on its documents that state none (BT-10); null without one */
      buyerReference: string | null;
      /** @description The ISO 4217 code of its usual currency; null for that of the company */
      currency: string | null;
      /** @description The language of its documents; null for that of the company */
      locale: string | null;
      /** @description When its invoices are due; null for the payment terms of the company */
      paymentTerms: components['schemas']['PaymentTerms'] | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    DocumentDelivery: {
      /**
       * @description How it was delivered: the state is kept for emails only
       * @enum {string}
       */
      channel: 'Email' | 'Link' | 'None';
      /** @description The email addresses of the recipients */
      to: string[];
      /**
       * @description Kept: this installation sends no email; the email can be read in the settings
       * @enum {string}
       */
      status: 'Pending' | 'Sent' | 'Failed' | 'Kept';
      /** @description The id of the email (`GET /v1/mails/{id}`); null without one */
      mailId: number | null;
      /** @description Why it failed or bounced, as the mail server reported it */
      error: string | null;
      /** @description When the status was reached */
      at: string;
    };
    CreditNoteExpanded: {
      /** @description The current client; `client` of the credit note itself is as it was when the credit note was issued */
      client?: components['schemas']['Client'] | null;
      /** @description The invoice that it credits */
      invoice?: components['schemas']['Invoice'] | null;
    };
    Invoice: {
      /** @description The id of the record */
      id: number;
      /** @description Without gaps, assigned when the invoice is sent */
      number: string | null;
      /**
       * @description The kind of the document, which is always `Invoice`
       * @enum {string}
       */
      type: 'Invoice';
      /**
       * @description Derived from what happened, in this order: Void, Draft, Rejected, then Paid or WrittenOff if nothing is outstanding, Overdue, Partial, Sent
       * @enum {string}
       */
      status: 'Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent';
      /** @description How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00 */
      settledBy: ('Payment' | 'Credit' | 'Both') | null;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The date of the invoice, in the time zone of the company */
      issueDate: string;
      /** @description The last day to pay before the invoice is overdue; null without payment terms */
      dueDate: string | null;
      /** @description Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue */
      dueDateByTerms: boolean | null;
      /** @description The date of supply, if it differs from the issue date; null without one */
      supplyDate: string | null;
      /** @description When it was supplied, if it took more than a day; null without one */
      servicePeriod: {
        /** @description The first day */
        start: string;
        /** @description The last day, which is included */
        end: string;
      } | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description The payments allocated to it, less refunds and what credit notes released */
      amountPaid: string;
      /** @description The payable amounts of its credit notes */
      amountCredited: string;
      /** @description The amount that was written off; zero unless the status is `WrittenOff` */
      amountWrittenOff: string;
      /** @description The outstanding amount: `totals.due` less what is paid, credited and written off */
      balance: string;
      /** @description As it was when the invoice was sent; null for a draft */
      seller: components['schemas']['Seller'] | null;
      /** @description As it was when the invoice was sent; null for a draft */
      client: components['schemas']['Buyer'] | null;
      /** @description The rejection by the client; null unless it is rejected */
      rejection: {
        /**
         * @description Why the client rejected it
         * @enum {string}
         */
        code: 'WrongAmount' | 'WrongClient' | 'NotOrdered' | 'Duplicate' | 'Other';
        /** @description The explanation of the client; null without one */
        text: string | null;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who rejected it */
        actor: components['schemas']['Actor'];
        /** @description When it was rejected */
        at: string;
      } | null;
      /** @description Null unless the status is `WrittenOff` */
      writeOff: {
        /** @description The accounting date, in the time zone of the company */
        date: string;
        /** @description Why it was written off */
        reason: string;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who wrote it off */
        actor: components['schemas']['Actor'];
        /** @description When it was written off */
        at: string;
      } | null;
      /** @description What the client states with the payment (BT-83): `paymentMeans.remittance`, else the number, or the structured reference where a text of a Belgian company asks for it. Null for a draft without one */
      paymentReference: string | null;
      /** @description The last change of the status; null for a draft that never had another one */
      lastTransition: {
        /** @description The status before; null if it had none */
        from: ('Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent') | null;
        /**
         * @description The status after
         * @enum {string}
         */
        to: 'Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent';
        /** @description When the status changed */
        at: string;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who changed it */
        actor: components['schemas']['Actor'];
        /** @description The reason that the request gave; null without one */
        reason: string | null;
      } | null;
      /** @description The actions that a request can ask for, each with whether the invoice allows it now */
      availableActions: {
        /**
         * @description The action, which has an operation of the same name
         * @enum {string}
         */
        action:
          | 'update'
          | 'annotate'
          | 'delete'
          | 'send'
          | 'resend'
          | 'pay'
          | 'credit'
          | 'reject'
          | 'reopen'
          | 'postpone'
          | 'writeOff'
          | 'void'
          | 'duplicate';
        /** @description Whether it is allowed now */
        allowed: boolean;
        /** @description Why it is not allowed; null if it is */
        reason: string | null;
      }[];
      /** @description The ids of its credit notes */
      creditNoteIds: number[];
      /** @description The id of the quote that it was created from; null without one */
      quoteId: number | null;
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description When it was issued; null for a draft */
      issuedAt: string | null;
      /** @description When it was first sent; null for a draft */
      sentAt: string | null;
      /** @description When its status became `Paid`; null in any other status */
      paidAt: string | null;
      /** @description When it became overdue; null if it is not past its due date */
      overdueSince: string | null;
      /** @description When the client rejected it; null unless it is rejected */
      rejectedAt: string | null;
      /** @description When it was voided; null unless it is void */
      voidedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    CreateCreditNote: {
      /** @description Id of the invoice */
      invoiceId: number;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /** @description Why it was issued */
      reason: {
        /**
         * @description Why it was issued
         * @enum {string}
         */
        code: 'Error' | 'Return' | 'Discount' | 'Cancellation' | 'Other';
        /** @description The reason as text, as printed */
        text?: string;
      };
      /** @description The lines to credit, with positive amounts. Default: the whole uncredited rest of the invoice */
      lines?: components['schemas']['LineBody'][];
      /** @description Default: today, in the time zone of the company */
      issueDate?: string;
      /** @description The code of the number series. Default: `"default"` */
      series?: string;
      /** @description Default: `[]` */
      notes?: string[];
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string;
      /** @description The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained. */
      expectedTotal?: string;
      /**
       * @description Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`
       * @enum {string}
       */
      channel?: 'Email' | 'Link' | 'None';
      /** @description The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client */
      to?: components['schemas']['EmailAddress'][];
      /** @description Your message in the email */
      message?: string;
    };
    CreditNote: {
      /** @description The id of the record */
      id: number;
      /** @description Without gaps, from the series of credit notes */
      number: string;
      /**
       * @description Always `Issued`: a credit note is final
       * @enum {string}
       */
      status: 'Issued';
      /** @description The id of the invoice that it credits */
      invoiceId: number;
      /** @description The number of that invoice */
      invoiceNumber: string;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Why it was issued */
      reason: {
        /**
         * @description Why it was issued
         * @enum {string}
         */
        code: 'Error' | 'Return' | 'Discount' | 'Cancellation' | 'Other';
        /** @description The reason as text, as printed; null without one */
        text: string | null;
      };
      /** @description The date of the credit note, in the time zone of the company */
      issueDate: string;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description What the credited amount did: it reduced the invoice, or became credit of the client */
      allocation: components['schemas']['CreditAllocation'];
      /** @description The company, as it was when the credit note was issued */
      seller: components['schemas']['Seller'];
      /** @description The client, as it was when the credit note was issued */
      client: components['schemas']['Buyer'];
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    UpdateCreditNote: {
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string | null;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string | null;
    };
    VoidInvoice: {
      /**
       * @description The reason of the credit note. Default: `"Cancellation"`
       * @enum {string}
       */
      code?: 'Error' | 'Return' | 'Discount' | 'Cancellation' | 'Other';
      /** @description The reason as text, as printed on the credit note */
      text?: string;
      /** @description The issue date of the credit note. Default: today */
      issueDate?: string;
    };
    /** @enum {string} */
    EventType:
      | 'invoice.created'
      | 'invoice.updated'
      | 'invoice.deleted'
      | 'invoice.sent'
      | 'invoice.paid'
      | 'invoice.partial'
      | 'invoice.overdue'
      | 'invoice.rejected'
      | 'client.created'
      | 'client.updated'
      | 'client.deleted'
      | 'quote.created'
      | 'quote.updated'
      | 'quote.deleted'
      | 'payment.created'
      | 'payment.deleted'
      | 'checkpoint.signed';
    EventList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['Event'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Event: {
      /** @description The same for all attempts and endpoints: use it to recognise a repeat */
      id: string;
      /** @description What happened, and to which resource */
      type: components['schemas']['EventType'];
      /** @description When it happened */
      createdAt: string;
      /** @description The record as its GET returned it at that moment; null if the caller may not read such records */
      data: {
        [key: string]: unknown;
      } | null;
      /** @description Only if `data` is null: the permission that is needed to see it */
      missingPermission?: components['schemas']['Permission'];
    };
    EventTypeList: {
      /** @description All event types */
      data: components['schemas']['EventTypeDescription'][];
    };
    EventTypeDescription: {
      /** @description The event type */
      type: components['schemas']['EventType'];
      /** @description When the event is emitted */
      summary: string;
      /**
       * @description The resource whose `GET` returns the same `data`
       * @enum {string}
       */
      resource: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
      /** @description JSON Schema (draft 2020-12) of the whole message. It allows unknown members, because records may get new ones */
      schema: {
        [key: string]: unknown;
      };
      /** @description The same for the other payloads that an endpoint can choose */
      schemas: {
        /** @description JSON Schema of the message with the payload `Changes` */
        changes: {
          [key: string]: unknown;
        };
        /** @description JSON Schema of the message with the payload `Thin` */
        thin: {
          [key: string]: unknown;
        };
      };
      /** @description A message of this type */
      example: {
        /** @description The same for all attempts and endpoints: use it to recognise a repeat */
        id: string;
        /** @description What happened, and to which resource */
        type: components['schemas']['EventType'];
        /** @description When it happened */
        createdAt: string;
        /** @description The record as its GET returned it at that moment */
        data: {
          [key: string]: unknown;
        };
      };
    };
    ImportList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['Import'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Import: {
      /** @description The id of the import */
      id: number;
      /**
       * @description What its rows are
       * @enum {string}
       */
      resource: 'clients';
      /**
       * @description The format of its rows
       * @enum {string}
       */
      format: 'csv' | 'ndjson';
      /** @description Whether it only checks the rows */
      dryRun: boolean;
      /**
       * @description Completed: each row has a result
       * @enum {string}
       */
      status: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
      /** @description Why a failed import ended: `permission_lost`, because its creator may no longer write these records, or `internal_error`. Null unless it failed */
      failure: ('permission_lost' | 'internal_error') | null;
      /** @description The number of its rows */
      total: number;
      /** @description How many rows have a result */
      done: number;
      /** @description How many records it created; in a dry run, how many it would create */
      created: number;
      /** @description How many rows equal a row that was imported in the last 30 days */
      existing: number;
      /** @description How many rows were rejected */
      rejected: number;
      /** @description A description of the caller who requested it */
      requestedBy: string;
      /** @description When it was requested */
      createdAt: string;
      /** @description When it ended; null before that */
      completedAt: string | null;
      /** @description Until when its results can be downloaded, 7 days after its end; null before its end */
      expiresAt: string | null;
    };
    CreateImport: {
      /**
       * @description What the rows are
       * @enum {string}
       */
      resource: 'clients';
      /**
       * @description `csv`: a line of headers, then one record per line (RFC 4180). `ndjson`: one JSON object per line, each a body that creates a record
       * @enum {string}
       */
      format: 'csv' | 'ndjson';
      /** @description The file as text, with at most 100000 rows */
      content: string;
      /**
       * @description What separates the columns of CSV; `comma` if absent
       * @enum {string}
       */
      delimiter?: 'comma' | 'semicolon' | 'tab';
      /** @description The member of each column, by its header, like `billingAddress.city`. Other columns are ignored. Without it, each header of the CSV names its member */
      columns?: {
        [key: string]: string;
      };
      /** @description The values of members for rows of CSV that have none, by member */
      defaults?: {
        [key: string]: string;
      };
      /** @description Rejects a row if an existing record or an earlier row has the same value of one of these members */
      unique?: ('email' | 'vatNumber')[];
      /** @description Checks all rows like an import and writes no record. Default: `false` */
      dryRun?: boolean;
    };
    InvoiceList: {
      /** @description The records of this page, in the order of the list */
      data: (components['schemas']['ExpandableInvoice'] | components['schemas']['Tombstone'])[];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ExpandableInvoice: {
      /** @description The id of the record */
      id: number;
      /** @description Without gaps, assigned when the invoice is sent */
      number: string | null;
      /**
       * @description The kind of the document, which is always `Invoice`
       * @enum {string}
       */
      type: 'Invoice';
      /**
       * @description Derived from what happened, in this order: Void, Draft, Rejected, then Paid or WrittenOff if nothing is outstanding, Overdue, Partial, Sent
       * @enum {string}
       */
      status: 'Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent';
      /** @description How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00 */
      settledBy: ('Payment' | 'Credit' | 'Both') | null;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The date of the invoice, in the time zone of the company */
      issueDate: string;
      /** @description The last day to pay before the invoice is overdue; null without payment terms */
      dueDate: string | null;
      /** @description Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue */
      dueDateByTerms: boolean | null;
      /** @description The date of supply, if it differs from the issue date; null without one */
      supplyDate: string | null;
      /** @description When it was supplied, if it took more than a day; null without one */
      servicePeriod: {
        /** @description The first day */
        start: string;
        /** @description The last day, which is included */
        end: string;
      } | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description The payments allocated to it, less refunds and what credit notes released */
      amountPaid: string;
      /** @description The payable amounts of its credit notes */
      amountCredited: string;
      /** @description The amount that was written off; zero unless the status is `WrittenOff` */
      amountWrittenOff: string;
      /** @description The outstanding amount: `totals.due` less what is paid, credited and written off */
      balance: string;
      /** @description As it was when the invoice was sent; null for a draft */
      seller: components['schemas']['Seller'] | null;
      /** @description As it was when the invoice was sent; null for a draft */
      client: components['schemas']['Buyer'] | null;
      /** @description The rejection by the client; null unless it is rejected */
      rejection: {
        /**
         * @description Why the client rejected it
         * @enum {string}
         */
        code: 'WrongAmount' | 'WrongClient' | 'NotOrdered' | 'Duplicate' | 'Other';
        /** @description The explanation of the client; null without one */
        text: string | null;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who rejected it */
        actor: components['schemas']['Actor'];
        /** @description When it was rejected */
        at: string;
      } | null;
      /** @description Null unless the status is `WrittenOff` */
      writeOff: {
        /** @description The accounting date, in the time zone of the company */
        date: string;
        /** @description Why it was written off */
        reason: string;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who wrote it off */
        actor: components['schemas']['Actor'];
        /** @description When it was written off */
        at: string;
      } | null;
      /** @description What the client states with the payment (BT-83): `paymentMeans.remittance`, else the number, or the structured reference where a text of a Belgian company asks for it. Null for a draft without one */
      paymentReference: string | null;
      /** @description The last change of the status; null for a draft that never had another one */
      lastTransition: {
        /** @description The status before; null if it had none */
        from: ('Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent') | null;
        /**
         * @description The status after
         * @enum {string}
         */
        to: 'Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent';
        /** @description When the status changed */
        at: string;
        /** @description The actor as a text. Programs read the parts of it from the member beside it */
        by: string;
        /** @description Who changed it */
        actor: components['schemas']['Actor'];
        /** @description The reason that the request gave; null without one */
        reason: string | null;
      } | null;
      /** @description The actions that a request can ask for, each with whether the invoice allows it now */
      availableActions: {
        /**
         * @description The action, which has an operation of the same name
         * @enum {string}
         */
        action:
          | 'update'
          | 'annotate'
          | 'delete'
          | 'send'
          | 'resend'
          | 'pay'
          | 'credit'
          | 'reject'
          | 'reopen'
          | 'postpone'
          | 'writeOff'
          | 'void'
          | 'duplicate';
        /** @description Whether it is allowed now */
        allowed: boolean;
        /** @description Why it is not allowed; null if it is */
        reason: string | null;
      }[];
      /** @description The ids of its credit notes */
      creditNoteIds: number[];
      /** @description The id of the quote that it was created from; null without one */
      quoteId: number | null;
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description When it was issued; null for a draft */
      issuedAt: string | null;
      /** @description When it was first sent; null for a draft */
      sentAt: string | null;
      /** @description When its status became `Paid`; null in any other status */
      paidAt: string | null;
      /** @description When it became overdue; null if it is not past its due date */
      overdueSince: string | null;
      /** @description When the client rejected it; null unless it is rejected */
      rejectedAt: string | null;
      /** @description When it was voided; null unless it is void */
      voidedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The records requested with `expand`; absent without it */
      expanded?: components['schemas']['InvoiceExpanded'];
    };
    InvoiceExpanded: {
      /** @description The current client; `client` of the invoice itself is as it was when the invoice was sent */
      client?: components['schemas']['Client'] | null;
      /** @description The quote that it was created from; null if there is none */
      quote?: components['schemas']['Quote'] | null;
      /** @description The payments allocated to it, including refunds and deleted payments, oldest first, at most 100. `GET /v1/payments?invoiceId=` returns all */
      payments?: components['schemas']['Payment'][];
      /** @description Oldest first, at most 100. `GET /v1/credit-notes?invoiceId=` returns all */
      creditNotes?: components['schemas']['CreditNote'][];
    };
    Quote: {
      /** @description The id of the record */
      id: number;
      /** @description Assigned when the quote is sent */
      number: string | null;
      /**
       * @description Derived from what happened, in this order: Draft, Superseded by a revision, Invoiced completely, Accepted, Declined, Expired, Sent
       * @enum {string}
       */
      status: 'Draft' | 'Superseded' | 'Invoiced' | 'Accepted' | 'Declined' | 'Expired' | 'Sent';
      /** @description The revisions of a quote share its number */
      revision: number;
      /** @description The id of the quote that it revises; null without one */
      previousRevisionId: number | null;
      /** @description The id of its revision, which is a draft until it is sent */
      nextRevisionId: number | null;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The title under which the quote is printed; null without one */
      title: string | null;
      /** @description The date of the quote, in the time zone of the company */
      issueDate: string;
      /** @description The last day on which it can be accepted; null for none */
      expiryDate: string | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description As it was when the quote was sent; null for a draft */
      seller: components['schemas']['Seller'] | null;
      /** @description As it was when the quote was sent; null for a draft */
      client: components['schemas']['Buyer'] | null;
      /** @description Who accepted it; null unless it was accepted */
      acceptance: {
        /** @description The name of the person who accepted it */
        by: string;
        /** @description When it was accepted */
        at: string;
        /** @description The purchase order of the client; null without one */
        poNumber: string | null;
      } | null;
      /** @description Why it was declined; null unless it was declined */
      decline: {
        /**
         * @description Why the client declined it
         * @enum {string}
         */
        code: 'TooExpensive' | 'NotNeeded' | 'AnotherSupplier' | 'Changes' | 'Other';
        /** @description The explanation of the client; null without one */
        text: string | null;
        /** @description When it was declined */
        at: string;
      } | null;
      /** @description The ids of the invoices that were created from it */
      invoiceIds: number[];
      /** @description With VAT, without void invoices */
      invoicedTotal: string;
      /** @description The part of the gross total that is not invoiced */
      remaining: string;
      /** @description The actions that a request can ask for, each with whether the quote allows it now */
      availableActions: {
        /**
         * @description The action, which has an operation of the same name
         * @enum {string}
         */
        action: 'update' | 'annotate' | 'delete' | 'send' | 'resend' | 'accept' | 'decline' | 'revise' | 'convert';
        /** @description Whether it is allowed now */
        allowed: boolean;
        /** @description Why it is not allowed; null if it is */
        reason: string | null;
      }[];
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description When it was first sent; null for a draft */
      sentAt: string | null;
      /** @description When it was accepted; null unless it was accepted */
      acceptedAt: string | null;
      /** @description When it was declined; null unless it was declined */
      declinedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    Payment: {
      /** @description The id of the record */
      id: number;
      /**
       * @description Deleted: it no longer counts
       * @enum {string}
       */
      status: 'Recorded' | 'Deleted';
      /**
       * @description Payment: money received. Refund: money returned to the client. Amounts are positive in both
       * @enum {string}
       */
      kind: 'Payment' | 'Refund';
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The day on which the money arrived or was returned, in the time zone of the company */
      date: string;
      /** @description The whole amount, including the unallocated part */
      amount: string;
      /** @description The ISO 4217 code of the amounts */
      currency: string;
      /** @description The payment method, like Transfer or Card; null without one */
      method: string | null;
      /** @description What identifies the payment, such as the text of the bank statement; null without one */
      reference: string | null;
      /** @description The invoices that it pays, or that it refunds */
      allocations: {
        /** @description The id of the invoice */
        invoiceId: number;
        /** @description The part of the payment that pays it */
        amount: string;
      }[];
      /** @description The part that is allocated to no invoice, which is credit of the client */
      unallocated: string;
      /** @description When it was deleted; null unless it was deleted */
      deletedAt: string | null;
      /** @description Who deleted it, as a text; null unless it was deleted */
      deletedBy: string | null;
      /** @description Who deleted it; null unless it was deleted */
      deletedByActor: components['schemas']['Actor'] | null;
      /** @description Why it was deleted; null unless it was deleted */
      deletionReason: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    CreateInvoice: {
      /** @description Id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: components['schemas']['Currency'];
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT. Default: `false` */
      pricesIncludeTax?: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['LineBody'][];
      /** @description Reductions of the whole document. Default: `[]` */
      allowances?: components['schemas']['DocumentAdjustment'][];
      /** @description Additions to the whole document, such as shipping. Default: `[]` */
      charges?: components['schemas']['DocumentAdjustment'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement?: string;
      /** @description The code of the number series. Default: `"default"` */
      series?: string;
      /** @description The number of the order of the client (BT-13) */
      purchaseOrder?: string;
      /** @description The reference by which the client routes the document (BT-10) */
      buyerReference?: string;
      /** @description The number of the contract (BT-12) */
      contract?: string;
      /** @description The name or number of the project (BT-11) */
      project?: string;
      /** @description Default: the note of the company in the language of the document. An empty list for none */
      notes?: string[];
      /** @description Default: the text of the payment terms of the client, else of the company, and the terms of the company in the language of the document. Null for none */
      terms?: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans?: {
        /** @description How to pay, as a UNTDID 4461 code, like 30 for a credit transfer */
        code: components['schemas']['PaymentMeansCode'];
        /** @description The account to pay to */
        iban?: components['schemas']['Iban'];
        /** @description The bank of that account */
        bic?: components['schemas']['Bic'];
        /** @description What the client states with the payment (BT-83) */
        remittance?: string;
      };
      /**
       * @description Default: the language of the client, else of the company, else English
       * @enum {string}
       */
      locale?: 'en' | 'fr';
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string;
      /** @description The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained. */
      expectedTotal?: string;
      /** @description Default: today, in the time zone of the company */
      issueDate?: string;
      /** @description The last day to pay before the invoice is overdue; null without payment terms */
      dueDate?: string;
      /** @description The date of supply, if it differs from the issue date */
      supplyDate?: string;
      /** @description When it was supplied, if it took more than a day */
      servicePeriod?: {
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        start: string;
        /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
        end: string;
      };
    };
    InvoicePreview: {
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description The date of the invoice, in the time zone of the company */
      issueDate: string;
      /** @description The last day to pay before the invoice is overdue; null without payment terms */
      dueDate: string | null;
      /** @description The amounts of the lines, in the order of the request */
      lines: {
        /** @description The amount of the line without VAT, after its allowances and charges */
        net: string;
        /** @description The share of the line in the VAT of its category and rate, which is computed once for all lines. Shares are rounded by largest remainder, so that they add up. */
        tax: string;
        /** @description The amount of the line with VAT */
        gross: string;
      }[];
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description Whether it can be sent: `faults` is empty */
      sendable: boolean;
      /** @description The errors that would keep it from being sent */
      faults: components['schemas']['Fault'][];
      /** @description Likely mistakes, which do not keep it from being sent */
      warnings: components['schemas']['Fault'][];
    };
    Fault: {
      /** @description An RFC 6901 pointer to the value */
      pointer: string;
      /** @description Stable: test this member, not the message. Codes may be added */
      code: string;
      /** @description What is wrong with the value, for people */
      message: string;
    };
    Validation: {
      /** @description Whether it can be sent: `faults` is empty */
      sendable: boolean;
      /** @description The errors that would keep it from being sent */
      faults: components['schemas']['Fault'][];
      /** @description Likely mistakes, which do not keep it from being sent */
      warnings: components['schemas']['Fault'][];
    };
    Calculation: {
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description The rounding steps, in their order */
      steps: {
        /** @description What is calculated. New steps may be added */
        step: string;
        /** @description A pointer to the part of the document that the step is about (RFC 6901); empty for the whole document */
        pointer: string;
        /** @description The VAT category and rate of the step; null if it concerns the whole document */
        group: {
          /**
           * @description VAT category: S standard, Z zero, E exempt, AE reverse charge, K intra-EU supply, G export, O outside scope
           * @enum {string}
           */
          category: 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';
          /** @description The VAT rate in percent; null for the category O */
          rate: string | null;
        } | null;
        /** @description The formula with its numbers */
        formula: string;
        /** @description The result before rounding; a fraction if it has more than 24 decimals */
        exact: string;
        /** @description The result with the decimals of the currency */
        rounded: string;
        /** @description `rounded` less `exact` */
        difference: string;
      }[];
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
    };
    SendInvoice: {
      /**
       * @description Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`
       * @enum {string}
       */
      channel?: 'Email' | 'Link' | 'None';
      /** @description The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client */
      to?: components['schemas']['EmailAddress'][];
      /** @description Your message in the email */
      message?: string;
      /** @description Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it */
      issueDate?: string;
    };
    RejectInvoice: {
      /**
       * @description Why the client rejects it
       * @enum {string}
       */
      code: 'WrongAmount' | 'WrongClient' | 'NotOrdered' | 'Duplicate' | 'Other';
      /** @description The explanation of the client */
      text?: string;
    };
    ReopenInvoice: {
      /** @description The reason, stored in the timeline */
      reason?: string;
    };
    PostponeInvoice: {
      /** @description The new due date, after the current one */
      dueDate: string;
      /** @description The reason, stored in the timeline */
      reason: string;
    };
    WriteOffInvoice: {
      /** @description The reason, stored with the invoice and in its timeline */
      reason: string;
      /** @description The accounting date. Default: today */
      date?: string;
    };
    AnsweringLink: {
      /** @description Give it only to the client: anyone who has it can answer in the name of the client */
      url: string;
    };
    CreateInvoiceBatch: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['CreateInvoice'][];
    };
    InvoiceBatchResult: {
      /** @description One entry for each item, in the order of the request */
      results: {
        /** @description The position of the item in `items`, from 0 */
        index: number;
        /** @description The status that the item would get on its own; 424 if it was not written because another item failed */
        status: number;
        /** @description Why the item was rejected; absent if it was written */
        problem?: components['schemas']['Problem'];
        /** @description The created record; absent if the item was rejected */
        record?: components['schemas']['Invoice'];
      }[];
      /** @description How many items were written */
      created: number;
      /** @description How many items were not written */
      refused: number;
    };
    InvoiceBatchUpdate: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['InvoiceBatchUpdateItem'][];
    };
    InvoiceBatchUpdateResult: {
      /** @description One entry for each item, in the order of the request */
      results: {
        /** @description The position of the item in `items`, from 0 */
        index: number;
        /** @description The status that the item would get on its own; 424 if it was not written because another item failed */
        status: number;
        /** @description Why the item was rejected; absent if it was written */
        problem?: components['schemas']['Problem'];
        /** @description The record after the edit; absent if the item was rejected */
        record?: components['schemas']['Invoice'];
      }[];
      /** @description How many items were written */
      updated: number;
      /** @description How many items were not written */
      refused: number;
    };
    InvoiceBatchDelete: {
      /**
       * @description `atomic`: all items or none. `perItem`: each item succeeds or fails independently
       * @enum {string}
       */
      mode: 'atomic' | 'perItem';
      /** @description The items, which are processed in this order */
      items: components['schemas']['BatchDeleteItem'][];
    };
    ReportLeakedKey: {
      /** @description The whole key, including a valid checksum (its last 6 characters) */
      key: string;
      /** @description Where the key was found, for example a URL. Its owner can read it */
      source?: string;
    };
    BurnedKey: {
      /**
       * @description The key no longer works
       * @enum {string}
       */
      status: 'revoked';
      /** @description The prefix of the key, as lists show it */
      prefix: string;
    };
    MailList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['Mail'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Mail: {
      /** @description The id of the record */
      id: number;
      /**
       * @description The resource of the record
       * @enum {string}
       */
      resource: 'invoice' | 'quote' | 'credit_note';
      /** @description The id of the document */
      recordId: number;
      /** @description The number of the document; null for a draft */
      number: string | null;
      /**
       * @description Document: delivers the document to the client
       * @enum {string}
       */
      kind: 'Document';
      /**
       * @description Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured
       * @enum {string}
       */
      status: 'Pending' | 'Sent' | 'Failed' | 'Kept';
      /** @description The email addresses that it is sent to */
      recipients: string[];
      /** @description The recipients who will not receive it */
      refused: {
        /** @description The email address */
        recipient: string;
        /** @description As the mail server reported it */
        reply: string;
      }[];
      /** @description The reply-to address */
      replyTo: string | null;
      /** @description The name of the sender: the company */
      fromName: string;
      /** @description The subject line */
      subject: string;
      /** @description The language of the email */
      locale: string;
      /** @description The file name of the attached PDF; null without an attachment */
      attachmentName: string | null;
      /** @description How often sending was tried */
      attempts: number;
      /** @description Null unless the status is Pending */
      nextAttemptAt: string | null;
      /** @description What `lastError` means; null without an error */
      problem: {
        /**
         * @description The kind of error. New kinds may be added
         * @enum {string}
         */
        code: 'Refused' | 'UnknownHost' | 'Timeout' | 'Certificate' | 'Login' | 'Recipient' | 'Full' | 'Other';
        /** @description What it means, in a sentence */
        detail: string;
      } | null;
      /** @description The last error, as the mail server reported it */
      lastError: string | null;
      /** @description The Message-ID header, the same in every attempt */
      messageId: string | null;
      /** @description The actor as a text. Programs read the parts of it from the member beside it */
      createdBy: string;
      /** @description Who asked for it to be sent */
      createdByActor: components['schemas']['Actor'];
      /** @description When it was created */
      createdAt: string;
      /** @description When a mail server accepted it; null before that */
      sentAt: string | null;
      /** @description When its status or number of attempts last changed */
      updatedAt: string;
    };
    MailDetail: {
      /** @description The id of the record */
      id: number;
      /**
       * @description The resource of the record
       * @enum {string}
       */
      resource: 'invoice' | 'quote' | 'credit_note';
      /** @description The id of the document */
      recordId: number;
      /** @description The number of the document; null for a draft */
      number: string | null;
      /**
       * @description Document: delivers the document to the client
       * @enum {string}
       */
      kind: 'Document';
      /**
       * @description Pending: waiting for the first attempt or a retry. Sent: a mail server accepted it for at least one recipient. Kept: this installation sends no email; the email can be read here and sent once a mail server is configured
       * @enum {string}
       */
      status: 'Pending' | 'Sent' | 'Failed' | 'Kept';
      /** @description The email addresses that it is sent to */
      recipients: string[];
      /** @description The recipients who will not receive it */
      refused: {
        /** @description The email address */
        recipient: string;
        /** @description As the mail server reported it */
        reply: string;
      }[];
      /** @description The reply-to address */
      replyTo: string | null;
      /** @description The name of the sender: the company */
      fromName: string;
      /** @description The subject line */
      subject: string;
      /** @description The language of the email */
      locale: string;
      /** @description The file name of the attached PDF; null without an attachment */
      attachmentName: string | null;
      /** @description How often sending was tried */
      attempts: number;
      /** @description Null unless the status is Pending */
      nextAttemptAt: string | null;
      /** @description What `lastError` means; null without an error */
      problem: {
        /**
         * @description The kind of error. New kinds may be added
         * @enum {string}
         */
        code: 'Refused' | 'UnknownHost' | 'Timeout' | 'Certificate' | 'Login' | 'Recipient' | 'Full' | 'Other';
        /** @description What it means, in a sentence */
        detail: string;
      } | null;
      /** @description The last error, as the mail server reported it */
      lastError: string | null;
      /** @description The Message-ID header, the same in every attempt */
      messageId: string | null;
      /** @description The actor as a text. Programs read the parts of it from the member beside it */
      createdBy: string;
      /** @description Who asked for it to be sent */
      createdByActor: components['schemas']['Actor'];
      /** @description When it was created */
      createdAt: string;
      /** @description When a mail server accepted it; null before that */
      sentAt: string | null;
      /** @description When its status or number of attempts last changed */
      updatedAt: string;
      /** @description The plain text part. It contains `/d/#answering-link` instead of the client link, and `/d/#client-page` instead of the link to all documents; the email itself contains the links */
      text: string;
      /** @description The HTML part. Show it only in a sandboxed frame */
      html: string;
    };
    OpenApi: {
      /** @description The version of OpenAPI */
      openapi: string;
    } & {
      [key: string]: unknown;
    };
    PaymentList: {
      /** @description The records of this page, in the order of the list */
      data: (components['schemas']['ExpandablePayment'] | components['schemas']['Tombstone'])[];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ExpandablePayment: {
      /** @description The id of the record */
      id: number;
      /**
       * @description Deleted: it no longer counts
       * @enum {string}
       */
      status: 'Recorded' | 'Deleted';
      /**
       * @description Payment: money received. Refund: money returned to the client. Amounts are positive in both
       * @enum {string}
       */
      kind: 'Payment' | 'Refund';
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The day on which the money arrived or was returned, in the time zone of the company */
      date: string;
      /** @description The whole amount, including the unallocated part */
      amount: string;
      /** @description The ISO 4217 code of the amounts */
      currency: string;
      /** @description The payment method, like Transfer or Card; null without one */
      method: string | null;
      /** @description What identifies the payment, such as the text of the bank statement; null without one */
      reference: string | null;
      /** @description The invoices that it pays, or that it refunds */
      allocations: {
        /** @description The id of the invoice */
        invoiceId: number;
        /** @description The part of the payment that pays it */
        amount: string;
      }[];
      /** @description The part that is allocated to no invoice, which is credit of the client */
      unallocated: string;
      /** @description When it was deleted; null unless it was deleted */
      deletedAt: string | null;
      /** @description Who deleted it, as a text; null unless it was deleted */
      deletedBy: string | null;
      /** @description Who deleted it; null unless it was deleted */
      deletedByActor: components['schemas']['Actor'] | null;
      /** @description Why it was deleted; null unless it was deleted */
      deletionReason: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The records requested with `expand`; absent without it */
      expanded?: components['schemas']['PaymentExpanded'];
    };
    PaymentExpanded: {
      /** @description The current client */
      client?: components['schemas']['Client'] | null;
      /** @description The invoices that it is allocated to, in the order of `allocations`, at most 100 */
      invoices?: components['schemas']['Invoice'][];
    };
    CreatePayment: {
      /**
       * @description Refund: money returned to the client, from invoices or from the credit of the client. Default: `"Payment"`
       * @enum {string}
       */
      kind?: 'Payment' | 'Refund';
      /** @description Id of the client */
      clientId: number;
      /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
      date: string;
      /** @description At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00` */
      amount: string;
      /** @description The ISO 4217 code of the amounts */
      currency: components['schemas']['Currency'];
      /** @description The payment method, like Transfer or Card */
      method?: string;
      /** @description What identifies the payment, such as the text of the bank statement */
      reference?: string;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /** @description The invoices that it pays; the unallocated rest becomes credit of the client. Default: `[]` */
      allocations?: {
        /** @description Id of the invoice */
        invoiceId: number;
        /** @description At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00` */
        amount: string;
      }[];
    };
    AllocatePayment: {
      /** @description The invoices that it pays as well */
      allocations: {
        /** @description Id of the invoice */
        invoiceId: number;
        /** @description At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00` */
        amount: string;
      }[];
    };
    Me: {
      /** @description The key; null for an access token */
      key: {
        /** @description The id of the key */
        id: number;
        /** @description The name that its creator chose */
        name: string;
        /** @description Identifies the key without revealing its secret */
        prefix: string;
        /**
         * @description Whether it works: `active` and `expiring` do
         * @enum {string}
         */
        status: 'active' | 'expiring' | 'expired' | 'revoked' | 'suspended';
        /** @description When it expires; null without an expiry date */
        expiresAt: string | null;
        /** @description When it was created */
        createdAt: string;
      } | null;
      /** @description The application, for an access token; null for a key */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /**
         * @description The status of its access
         * @enum {string}
         */
        status: 'active' | 'expiring' | 'expired' | 'revoked' | 'suspended';
        /** @description When its access ends; null if only a revocation ends it */
        expiresAt: string | null;
      } | null;
      /** @description The member who created the key, or who authorised the application */
      creator: {
        /** @description The id of the member */
        id: number;
        /**
         * @description Service: a member that owns keys and cannot sign in
         * @enum {string}
         */
        kind: 'Person' | 'Service';
        /** @description The name of the member */
        name: string;
        /** @description Null for a service member */
        email: string | null;
        /**
         * @description Keys of a member that is not `Active` do not work
         * @enum {string}
         */
        status: 'Active' | 'Deactivated' | 'Removed';
      };
      /** @description The company whose records it reads and writes */
      company: {
        /** @description The id of the company */
        id: number;
        /** @description The legal name */
        name: string;
        /** @description The time zone of its dates */
        timeZone: string;
      };
      /**
       * @description Keys work on a paid plan only
       * @enum {string}
       */
      plan: 'Free' | 'Pro';
      /** @description Whether the company is a sandbox: its documents are not real, and its emails are not sent */
      sandbox: boolean;
    };
    MePermissions: {
      /** @description The permissions that the key or token has now */
      effective: components['schemas']['Permission'][];
      /** @description The permissions that the key was created with, or that the member granted the application: its scopes */
      granted: components['schemas']['Permission'][];
      /** @description The scopes that do not work now, each with the cause */
      lost: {
        /** @description The permission that does not work */
        permission: components['schemas']['Permission'];
        /** @description The `code` of the error */
        code: string;
        /**
         * @description Why it does not work
         * @enum {string}
         */
        cause: 'scope_missing' | 'creator_lacks' | 'creator_inactive' | 'plan' | 'member_lacks' | 'policy';
        /**
         * @description Who can fix it
         * @enum {string}
         */
        whoCanFix: 'key_owner' | 'administrator' | 'application';
        /** @description The page of the settings where it can be fixed */
        fixUrl: string;
      }[];
      /** @description The key; null for an access token */
      key: {
        /** @description The id of the key */
        id: number;
        /** @description The name that its creator chose */
        name: string;
        /** @description Identifies the key without revealing its secret */
        prefix: string;
        /**
         * @description Whether it works: `active` and `expiring` do
         * @enum {string}
         */
        status: 'active' | 'expiring' | 'expired' | 'revoked' | 'suspended';
        /** @description When it expires; null without an expiry date */
        expiresAt: string | null;
      } | null;
      /** @description The application, for an access token; null for a key */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /**
         * @description The status of its access
         * @enum {string}
         */
        status: 'active' | 'expiring' | 'expired' | 'revoked' | 'suspended';
        /** @description When its access ends; null if only a revocation ends it */
        expiresAt: string | null;
      } | null;
      /** @description The company whose records it reads and writes */
      company: {
        /** @description The id of the company */
        id: number;
        /** @description The legal name */
        name: string;
        /** @description The time zone of its dates */
        timeZone: string;
      };
      /**
       * @description Keys work on a paid plan only
       * @enum {string}
       */
      plan: 'Free' | 'Pro';
      /** @description Whether the company is a sandbox: its documents are not real, and its emails are not sent */
      sandbox: boolean;
    };
    CheckPermissions: {
      /** @description The planned calls. None of them is made */
      requests?: {
        /**
         * @description The method of the call
         * @enum {string}
         */
        method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description The path of the call, with its query if it has one */
        path: string;
      }[];
      /** @description Permissions to check by their names */
      permissions?: components['schemas']['Permission'][];
    };
    PermissionCheck: {
      /** @description Whether everything that was asked for is allowed */
      allowed: boolean;
      /** @description In the order of the request */
      requests: components['schemas']['CheckedRequest'][];
      /** @description In the order of the request */
      permissions: components['schemas']['CheckedPermission'][];
    };
    CheckedRequest: {
      /**
       * @description The method of the call, as requested
       * @enum {string}
       */
      method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      /** @description The path of the call, as requested */
      path: string;
      /** @description The route of the call; null if there is none */
      route: string | null;
      /** @description The status of the error: 403, 404 for an unknown path, 405 for a wrong method */
      status: number | null;
      /** @description Whether the permissions allow it */
      allowed: boolean;
      /** @description The permissions that it needs */
      requiredPermissions: components['schemas']['Permission'][];
      /** @description Those of them that do not work now */
      missing: components['schemas']['Permission'][];
      /** @description The `code` of the error; null if it is allowed */
      code: string | null;
      /** @description The `detail` of the error; null if it is allowed */
      detail: string | null;
      /** @description Why it does not work; null if no permission is missing */
      cause: ('scope_missing' | 'creator_lacks' | 'creator_inactive' | 'plan' | 'member_lacks' | 'policy') | null;
      /** @description Who can fix it; null if no permission is missing */
      whoCanFix: ('key_owner' | 'administrator' | 'application') | null;
      /** @description The page of the settings where it can be fixed; null if no permission is missing */
      fixUrl: string | null;
    };
    CheckedPermission: {
      /** @description The permission, as requested */
      permission: components['schemas']['Permission'];
      /** @description Whether the permissions allow it */
      allowed: boolean;
      /** @description The permissions that it needs */
      requiredPermissions: components['schemas']['Permission'][];
      /** @description Those of them that do not work now */
      missing: components['schemas']['Permission'][];
      /** @description The `code` of the error; null if it is allowed */
      code: string | null;
      /** @description The `detail` of the error; null if it is allowed */
      detail: string | null;
      /** @description Why it does not work; null if no permission is missing */
      cause: ('scope_missing' | 'creator_lacks' | 'creator_inactive' | 'plan' | 'member_lacks' | 'policy') | null;
      /** @description Who can fix it; null if no permission is missing */
      whoCanFix: ('key_owner' | 'administrator' | 'application') | null;
      /** @description The page of the settings where it can be fixed; null if no permission is missing */
      fixUrl: string | null;
    };
    LoggedRequestList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['LoggedRequest'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    LoggedRequest: {
      /** @description The `Request-Id` of the response. A request that a message of an assistant caused adds its number, as in `req_….1` */
      id: string;
      /** @description The `Client-Request-Id` of the request, without secrets; null without one */
      clientRequestId: string | null;
      /** @description When the request arrived */
      createdAt: string;
      /** @description The HTTP method */
      method: string;
      /** @description The path of the operation, with its parameters; null if no operation has this path */
      route: string | null;
      /** @description The path and the query as they were sent, without secrets and cut after 2,000 characters */
      path: string;
      /** @description The HTTP status of the response */
      status: number;
      /** @description Milliseconds from the arrival of the request to the end of its response */
      durationMs: number;
      /** @description The `code` of the error; null without an error */
      problem: string | null;
      /** @description What the request was authenticated with */
      credential: components['schemas']['RequestCredential'] | null;
    };
    RequestCredential: {
      /**
       * @description An API key, or the access token of an application
       * @enum {string}
       */
      kind: 'key' | 'application';
      /** @description The id of the key or the application */
      id: number;
      /** @description The name of the key or the application */
      name: string;
      /** @description Identifies a key without revealing its secret; null for an application */
      prefix: string | null;
    };
    LoggedRequestDetail: {
      /** @description The `Request-Id` of the response. A request that a message of an assistant caused adds its number, as in `req_….1` */
      id: string;
      /** @description The `Client-Request-Id` of the request, without secrets; null without one */
      clientRequestId: string | null;
      /** @description When the request arrived */
      createdAt: string;
      /** @description The HTTP method */
      method: string;
      /** @description The path of the operation, with its parameters; null if no operation has this path */
      route: string | null;
      /** @description The path and the query as they were sent, without secrets and cut after 2,000 characters */
      path: string;
      /** @description The HTTP status of the response */
      status: number;
      /** @description Milliseconds from the arrival of the request to the end of its response */
      durationMs: number;
      /** @description The `code` of the error; null without an error */
      problem: string | null;
      /** @description What the request was authenticated with */
      credential: components['schemas']['RequestCredential'] | null;
      /** @description The request, for a write and for a response from 400 on; null if the log does not keep it */
      request: components['schemas']['LoggedMessage'] | null;
      /** @description The response, for a write and for a response from 400 on; null if the log does not keep it */
      response: components['schemas']['LoggedMessage'] | null;
      /** @description The permission that a member needs to see `request` and `response`, which are then null; null if nothing is hidden */
      missingPermission: components['schemas']['Permission'] | null;
    };
    LoggedMessage: {
      /** @description Some of the headers, without secrets: never the `Authorization` */
      headers: {
        [key: string]: string;
      };
      /** @description The media type of the body; null without one */
      type: string | null;
      /** @description The length of the whole body in bytes; null if it is not known */
      bytes: number | null;
      /** @description The JSON, cut after 16,384 bytes, with `…` in place of each secret; null without a body, for other media types, and if the request was rejected before its body was read */
      body: string | null;
      /** @description Whether the end of `body` is cut off */
      truncated: boolean;
    };
    QuoteList: {
      /** @description The records of this page, in the order of the list */
      data: (components['schemas']['ExpandableQuote'] | components['schemas']['Tombstone'])[];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ExpandableQuote: {
      /** @description The id of the record */
      id: number;
      /** @description Assigned when the quote is sent */
      number: string | null;
      /**
       * @description Derived from what happened, in this order: Draft, Superseded by a revision, Invoiced completely, Accepted, Declined, Expired, Sent
       * @enum {string}
       */
      status: 'Draft' | 'Superseded' | 'Invoiced' | 'Accepted' | 'Declined' | 'Expired' | 'Sent';
      /** @description The revisions of a quote share its number */
      revision: number;
      /** @description The id of the quote that it revises; null without one */
      previousRevisionId: number | null;
      /** @description The id of its revision, which is a draft until it is sent */
      nextRevisionId: number | null;
      /** @description The id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description The title under which the quote is printed; null without one */
      title: string | null;
      /** @description The date of the quote, in the time zone of the company */
      issueDate: string;
      /** @description The last day on which it can be accepted; null for none */
      expiryDate: string | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: string;
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['Line'][];
      /** @description Reductions of the whole document */
      allowances: components['schemas']['DocumentAdjustmentView'][];
      /** @description Additions to the whole document, such as shipping */
      charges: components['schemas']['DocumentAdjustmentView'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement: string | null;
      /** @description The sums of the document */
      totals: components['schemas']['Totals'];
      /** @description The VAT by category and rate, in the order in which they first appear */
      taxBreakdown: components['schemas']['TaxBreakdown'][];
      /** @description The code of the number series */
      series: string;
      /** @description The number of the order of the client (BT-13); null without one */
      purchaseOrder: string | null;
      /** @description The reference by which the client routes the document (BT-10); null without one */
      buyerReference: string | null;
      /** @description The number of the contract (BT-12); null without one */
      contract: string | null;
      /** @description The name or number of the project (BT-11); null without one */
      project: string | null;
      /** @description Texts for the client, one paragraph each */
      notes: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans: components['schemas']['PaymentMeans'] | null;
      /** @description The language of the document; null for that of the client, else English */
      locale: string | null;
      /** @description The custom fields, as you sent them; empty without any */
      customFields: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page; null without one */
      privateNotes: string | null;
      /** @description As it was when the quote was sent; null for a draft */
      seller: components['schemas']['Seller'] | null;
      /** @description As it was when the quote was sent; null for a draft */
      client: components['schemas']['Buyer'] | null;
      /** @description Who accepted it; null unless it was accepted */
      acceptance: {
        /** @description The name of the person who accepted it */
        by: string;
        /** @description When it was accepted */
        at: string;
        /** @description The purchase order of the client; null without one */
        poNumber: string | null;
      } | null;
      /** @description Why it was declined; null unless it was declined */
      decline: {
        /**
         * @description Why the client declined it
         * @enum {string}
         */
        code: 'TooExpensive' | 'NotNeeded' | 'AnotherSupplier' | 'Changes' | 'Other';
        /** @description The explanation of the client; null without one */
        text: string | null;
        /** @description When it was declined */
        at: string;
      } | null;
      /** @description The ids of the invoices that were created from it */
      invoiceIds: number[];
      /** @description With VAT, without void invoices */
      invoicedTotal: string;
      /** @description The part of the gross total that is not invoiced */
      remaining: string;
      /** @description The actions that a request can ask for, each with whether the quote allows it now */
      availableActions: {
        /**
         * @description The action, which has an operation of the same name
         * @enum {string}
         */
        action: 'update' | 'annotate' | 'delete' | 'send' | 'resend' | 'accept' | 'decline' | 'revise' | 'convert';
        /** @description Whether it is allowed now */
        allowed: boolean;
        /** @description Why it is not allowed; null if it is */
        reason: string | null;
      }[];
      /** @description The read-only link: shows the document without signing in and accepts no answers (see `answering-link`). It can be revoked */
      publicUrl: string | null;
      /** @description The state of the last email with the document; null until one is created */
      delivery: components['schemas']['DocumentDelivery'] | null;
      /** @description When a person other than a signed-in member of the company first viewed it through one of its links */
      viewedAt: string | null;
      /** @description When it was first sent; null for a draft */
      sentAt: string | null;
      /** @description When it was accepted; null unless it was accepted */
      acceptedAt: string | null;
      /** @description When it was declined; null unless it was declined */
      declinedAt: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The records requested with `expand`; absent without it */
      expanded?: components['schemas']['QuoteExpanded'];
    };
    QuoteExpanded: {
      /** @description The current client; `client` of the quote itself is as it was when the quote was sent */
      client?: components['schemas']['Client'] | null;
      /** @description The invoices created from it, oldest first, at most 100. `GET /v1/invoices?quoteId=` returns all */
      invoices?: components['schemas']['Invoice'][];
    };
    CreateQuote: {
      /** @description Id of the client */
      clientId: number;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /** @description The ISO 4217 code of all amounts of the document */
      currency: components['schemas']['Currency'];
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT. Default: `false` */
      pricesIncludeTax?: boolean;
      /** @description The line items, in the printed order */
      lines: components['schemas']['LineBody'][];
      /** @description Reductions of the whole document. Default: `[]` */
      allowances?: components['schemas']['DocumentAdjustment'][];
      /** @description Additions to the whole document, such as shipping. Default: `[]` */
      charges?: components['schemas']['DocumentAdjustment'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement?: string;
      /** @description The code of the number series. Default: `"default"` */
      series?: string;
      /** @description The number of the order of the client (BT-13) */
      purchaseOrder?: string;
      /** @description The reference by which the client routes the document (BT-10) */
      buyerReference?: string;
      /** @description The number of the contract (BT-12) */
      contract?: string;
      /** @description The name or number of the project (BT-11) */
      project?: string;
      /** @description Default: the note of the company in the language of the document. An empty list for none */
      notes?: string[];
      /** @description Default: the text of the payment terms of the client, else of the company, and the terms of the company in the language of the document. Null for none */
      terms?: string | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans?: {
        /** @description How to pay, as a UNTDID 4461 code, like 30 for a credit transfer */
        code: components['schemas']['PaymentMeansCode'];
        /** @description The account to pay to */
        iban?: components['schemas']['Iban'];
        /** @description The bank of that account */
        bic?: components['schemas']['Bic'];
        /** @description What the client states with the payment (BT-83) */
        remittance?: string;
      };
      /**
       * @description Default: the language of the client, else of the company, else English
       * @enum {string}
       */
      locale?: 'en' | 'fr';
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string;
      /** @description The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained. */
      expectedTotal?: string;
      /** @description Default: today, in the time zone of the company */
      issueDate?: string;
      /** @description The title under which the quote is printed */
      title?: string;
      /** @description The last day on which it can be accepted. Default: by the validity that the company gives its quotes. Null for none */
      expiryDate?: string | null;
    };
    UpdateQuote: {
      /** @description Id of the client */
      clientId?: number;
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string | null;
      /** @description The ISO 4217 code of all amounts of the document */
      currency?: components['schemas']['Currency'];
      /** @description Whether unit prices, and the amounts of allowances and charges, include VAT */
      pricesIncludeTax?: boolean;
      /** @description The line items, in the printed order */
      lines?: components['schemas']['LineBody'][];
      /** @description Reductions of the whole document */
      allowances?: components['schemas']['DocumentAdjustment'][];
      /** @description Additions to the whole document, such as shipping */
      charges?: components['schemas']['DocumentAdjustment'][];
      /** @description The amount to a multiple of which the total is rounded, like 0.05; null without cash rounding */
      roundingIncrement?: string | null;
      /** @description The code of the number series */
      series?: string;
      /** @description The number of the order of the client (BT-13) */
      purchaseOrder?: string | null;
      /** @description The reference by which the client routes the document (BT-10) */
      buyerReference?: string | null;
      /** @description The number of the contract (BT-12) */
      contract?: string | null;
      /** @description The name or number of the project (BT-11) */
      project?: string | null;
      /** @description Texts for the client, one paragraph each */
      notes?: string[];
      /** @description The text that says how the document is to be paid; null without one */
      terms?: (string | null) | null;
      /** @description How the client pays; null if the document does not say so */
      paymentMeans?: {
        /** @description How to pay, as a UNTDID 4461 code, like 30 for a credit transfer */
        code: components['schemas']['PaymentMeansCode'];
        /** @description The account to pay to */
        iban?: components['schemas']['Iban'];
        /** @description The bank of that account */
        bic?: components['schemas']['Bic'];
        /** @description What the client states with the payment (BT-83) */
        remittance?: string;
      } | null;
      /** @description The language of the document; null for that of the client, else English */
      locale?: ('en' | 'fr') | null;
      /** @description Custom fields, stored and returned unchanged. Send a number of more than 15 digits as a string */
      customFields?: {
        [key: string]: string | number | boolean | null;
      };
      /** @description For internal use: never on the PDF, in an email or on the public page */
      privateNotes?: string | null;
      /** @description The gross total that you computed. If it differs from the computed total, the request is rejected and the difference explained. */
      expectedTotal?: string;
      /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
      issueDate?: string;
      /** @description The title under which the quote is printed */
      title?: string | null;
      /** @description The last day on which it can be accepted; null for none */
      expiryDate?: (string | null) | null;
    };
    SendQuote: {
      /**
       * @description Email: sent by email, with the PDF and the client link. Link: the document gets its links, and you pass one on. None: you deliver the document outside Billhook. Default: `"None"`
       * @enum {string}
       */
      channel?: 'Email' | 'Link' | 'None';
      /** @description The recipients, with the channel Email. Default: the contacts that receive such documents, otherwise the email address of the client */
      to?: components['schemas']['EmailAddress'][];
      /** @description Your message in the email */
      message?: string;
      /** @description Issues the draft with this date instead of its own, for example today. A due date that results from the payment terms of the client moves with it */
      issueDate?: string;
    };
    AcceptQuote: {
      /** @description The name of the person who accepts it for the client */
      by: string;
      /** @description The purchase order of the client, which is copied to the invoices */
      poNumber?: string;
      /** @description Accept the quote even if it has expired. Default: `false` */
      allowExpired?: boolean;
    };
    DeclineQuote: {
      /**
       * @description Why the client declines it
       * @enum {string}
       */
      code: 'TooExpensive' | 'NotNeeded' | 'AnotherSupplier' | 'Changes' | 'Other';
      /** @description The explanation of the client */
      text?: string;
    };
    ConvertQuote:
      | {
          /**
           * @description The whole quote
           * @enum {string}
           */
          mode: 'Whole';
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          issueDate?: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          dueDate?: string;
          /** @description Your external ID of the record, unique per company and resource */
          externalId?: string;
        }
      | {
          /**
           * @description A percentage of the quote
           * @enum {string}
           */
          mode: 'Percent';
          /** @description A percentage */
          percent: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          issueDate?: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          dueDate?: string;
          /** @description Your external ID of the record, unique per company and resource */
          externalId?: string;
        }
      | {
          /**
           * @description Some lines of the quote
           * @enum {string}
           */
          mode: 'Lines';
          /** @description The ids of the lines to invoice */
          lineIds: number[];
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          issueDate?: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          dueDate?: string;
          /** @description Your external ID of the record, unique per company and resource */
          externalId?: string;
        }
      | {
          /**
           * @description An amount
           * @enum {string}
           */
          mode: 'Amount';
          /** @description At most as many decimals as the currency has: `5` and `5.0` in EUR are returned as `5.00` */
          amount: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          issueDate?: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          dueDate?: string;
          /** @description Your external ID of the record, unique per company and resource */
          externalId?: string;
        }
      | {
          /**
           * @description The part that is not invoiced
           * @enum {string}
           */
          mode: 'Remaining';
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          issueDate?: string;
          /** @description A calendar date in the time zone of the company, from 1900-01-01 to 2999-12-31 */
          dueDate?: string;
          /** @description Your external ID of the record, unique per company and resource */
          externalId?: string;
        };
    ChainEntryList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['ChainEntry'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ChainEntry: {
      /** @description Its position in the chain, without gaps */
      sequence: number;
      /** @description The company whose documents the chain covers */
      companyId: number;
      /** @description When the entry was written */
      at: string;
      /**
       * @description The resource of the record. Of quotes, only PDFs and their contents have entries
       * @enum {string}
       */
      resource: 'invoice' | 'credit_note' | 'payment' | 'quote';
      /** @description The id of the record in its resource */
      recordId: number;
      /** @description The version of the record; null if the entry is of its PDF, or of what the PDF shows */
      version: number | null;
      /** @description The number of the document */
      number: string | null;
      /** @description What created the version, as in the timeline; `compose` for what a PDF shows, `render` for a PDF, `adopt` for a record or a PDF that is older than the chain */
      action: string;
      /** @description SHA-256 of the canonical record, of what the PDF shows or of the PDF, in hexadecimal; null if the record was deleted */
      digest: string | null;
      /** @description Which members both digests cover: a later version covers members that were added since */
      digestVersion: number;
      /** @description SHA-256 of what cannot change after issue, in hexadecimal: the same in every entry of a record. Null for a PDF, for a deletion, and for entries that are older than this member */
      frozenDigest: string | null;
      /** @description Names the application secret of the HMAC without revealing it; null without an HMAC */
      secretVersion: string | null;
      /** @description HMAC-SHA-256 in hexadecimal, with a key of the installation, over everything that the writer of the entry knew. Null for entries that are older than this member */
      hmac: string | null;
      /** @description What the hash covers. 1: the members up to `digest`. 2: every member but `hash` */
      hashVersion: number;
      /** @description SHA-256 of the previous hash (32 bytes) and the canonical JSON of the members, in hexadecimal */
      hash: string;
    };
    CheckpointList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['Checkpoint'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Checkpoint: {
      /** @description The id of the record */
      id: number;
      /** @description The company whose documents the chain covers */
      companyId: number;
      /** @description The number of entries in the document chain */
      sequence: number;
      /** @description The hash of the last entry: SHA-256 in hexadecimal. It covers every entry before it */
      hash: string;
      /** @description When it was signed */
      signedAt: string;
      /** @description The Ed25519 key of the installation, 32 bytes in base64. Store it at the first checkpoint and compare it with each later one */
      publicKey: string;
      /** @description Ed25519 in base64, over the text `checkpoint.{companyId}.{sequence}.{hash}.{signedAt}` with the values of this checkpoint */
      signature: string;
      /** @description Always 1 */
      version: number;
    };
    SeriesList: {
      /** @description All number series */
      data: components['schemas']['Series'][];
    };
    Series: {
      /** @description The id of the record */
      id: number;
      /**
       * @description The kind of documents that it numbers
       * @enum {string}
       */
      kind: 'Invoice' | 'Quote' | 'CreditNote';
      /** @description What documents name in `series`, unique per kind */
      code: string;
      /** @description The form of the numbers: texts, parts of the date, and one counter */
      pattern: string;
      /**
       * @description When the counter restarts
       * @enum {string}
       */
      reset: 'Yearly' | 'Monthly' | 'Never';
      /** @description The first number of each period */
      start: number;
      /** @description The number that a document issued today would get */
      nextNumber: string;
      /** @description The last issue date in the current period. An invoice or credit note with an earlier date in this period is rejected */
      lastDate: string | null;
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    SeriesAudit: {
      /** @description The id of the number series */
      seriesId: number;
      /** @description Whether every period has no gap, no number twice (not even on an invoice and a credit note) and dates in order */
      continuous: boolean;
      /** @description The periods in which numbers were assigned, earliest first */
      periods: {
        /** @description The year or month after which the counter restarts; `all` without restarts */
        period: string;
        /** @description The first number of a document in the period; null without one */
        firstNumber: string | null;
        /** @description The last number of a document in the period; null without one */
        lastNumber: string | null;
        /** @description How many documents of the period have a number */
        count: number;
        /** @description How many numbers the series has assigned */
        expected: number;
        /** @description Numbers that were assigned but that no document has; at most 100 */
        missing: string[];
        /** @description Numbers of invoices or credit notes whose date is before that of the previous number; at most 100 */
        outOfOrder: string[];
        /** @description Numbers that both an invoice and a credit note have; at most 100 */
        duplicated: string[];
      }[];
    };
    CompanyTotals: {
      /** @description The first day of the period */
      from: string;
      /** @description The last day of the period */
      to: string;
      /** @description Each currency with an amount, by its code. Amounts in different currencies are never added up */
      currencies: components['schemas']['CurrencyTotals'][];
    };
    CurrencyTotals: {
      /** @description The ISO 4217 code of the amounts */
      currency: string;
      /** @description The outstanding amount of all issued invoices now, whatever the period */
      outstanding: string;
      /** @description How many invoices have an outstanding amount */
      outstandingInvoices: number;
      /** @description The overdue part of the outstanding amount */
      overdue: string;
      /** @description How many of them are overdue */
      overdueInvoices: number;
      /** @description The unallocated rest of payments now. Null without `payment.read` */
      credit: string | null;
      /** @description The invoices with an issue date in the period, including those that were voided later */
      invoiced: string;
      /** @description The credit notes with an issue date in the period */
      credited: string;
      /** @description The payments dated in the period, less refunds. Null without `payment.read` */
      paid: string | null;
      /** @description With `by`: the periods in which something happened, earliest first. Otherwise empty */
      periods: {
        /** @description Like 2026-11 or 2026 */
        period: string;
        /** @description The invoices with an issue date in the period, including those that were voided later */
        invoiced: string;
        /** @description The credit notes with an issue date in the period */
        credited: string;
        /** @description The payments dated in the period, less refunds. Null without `payment.read` */
        paid: string | null;
      }[];
    };
    TaxRateList: {
      /** @description All VAT rates, archived ones included */
      data: components['schemas']['TaxRate'][];
    };
    TaxRate: {
      /** @description The id of the record */
      id: number;
      /** @description The name that the editor shows */
      name: string;
      /**
       * @description For the taxCategory of a line
       * @enum {string}
       */
      taxCategory: 'S';
      /** @description A percentage, for the taxRate of a line */
      taxRate: string;
      /**
       * @description Validation warns about an archived rate in the same way as about an unknown one
       * @enum {string}
       */
      status: 'Active' | 'Archived';
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    WebhookEndpointList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['WebhookEndpoint'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    WebhookEndpoint: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Where messages are sent */
      url: string;
      /** @description A text of your choice, which lists show; null without one */
      description: string | null;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /** @description Which of these events it receives; null for all */
      filter: components['schemas']['EventFilter'] | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload: 'Full' | 'Changes' | 'Thin';
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering: 'BestEffort' | 'PerRecord';
      /**
       * @description The scheme of the newest secret: see rotate-secret
       * @enum {string}
       */
      signatureScheme: 'v1' | 'v1a';
      /** @description The names of the custom headers, without their values */
      headers: {
        /** @description The name of the header */
        name: string;
      }[];
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule: number[] | null;
      /** @description The limits for the messages that it receives */
      limits: {
        /** @description Messages per second; null for no limit */
        perSecond: number | null;
        /** @description Requests in flight at the same time */
        inFlight: number;
      };
      /**
       * @description Disabled: no messages are sent, and no deliveries are created
       * @enum {string}
       */
      status: 'Enabled' | 'Disabled';
      /** @description Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended */
      disabledReason: ('Manual' | 'Gone' | 'Failing' | 'AccessRevoked' | 'AccessExpired') | null;
      /** @description When it was disabled; null while it is enabled */
      disabledAt: string | null;
      /** @description The application that created the endpoint; null if a member or a key did */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /** @description The id of the access that a member gave it */
        grantId: number;
        /**
         * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
         * @enum {string}
         */
        access: 'active' | 'suspended' | 'expired' | 'revoked';
      } | null;
      /** @description The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that */
      applicationChanges: {
        /**
         * @description The member of the endpoint
         * @enum {string}
         */
        member: 'url' | 'headers' | 'payload' | 'filter' | 'eventTypes' | 'status';
        /** @description The application that set it */
        application: {
          /** @description The id of the application */
          id: number;
          /** @description The client ID of the application */
          clientId: string;
          /** @description The name of the application */
          name: string;
          /** @description The id of the access that a member gave it */
          grantId: number;
          /**
           * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
           * @enum {string}
           */
          access: 'active' | 'suspended' | 'expired' | 'revoked';
        };
      }[];
      /** @description Whether it accepts its messages, and what happens next */
      health: components['schemas']['WebhookEndpointHealth'];
      /** @description Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages */
      deliveries: {
        /** @description Messages that it accepted */
        delivered: number;
        /** @description Messages whose retries all failed */
        failed: number;
        /** @description Messages that wait for an attempt or are in flight */
        waiting: number;
      };
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
    };
    /** @description Either `field` with comparisons, which must all be true, or one of `all`, `any` and `not` with other filters; at most 5 levels deep and with at most 50 conditions. Numbers and decimals are compared by value, other texts by their characters. A missing member is null. */
    EventFilter: {
      /** @description The member of `data`, or the path to it */
      field?: string;
      /** @description It equals this value */
      eq?: string | number | boolean | null;
      /** @description It does not equal this value */
      ne?: string | number | boolean | null;
      /** @description It is greater than this value */
      gt?: string | number;
      /** @description It is greater than this value or equal to it */
      gte?: string | number;
      /** @description It is less than this value */
      lt?: string | number;
      /** @description It is less than this value or equal to it */
      lte?: string | number;
      /** @description It equals one of these values */
      in?: (string | number | boolean | null)[];
      /** @description It equals none of these values */
      notIn?: (string | number | boolean | null)[];
      /** @description It is a text that starts with this one */
      startsWith?: string;
      /** @description It is a text that ends with this one */
      endsWith?: string;
      /** @description It is a text that contains this one */
      contains?: string;
      /** @description Whether the record has it */
      exists?: boolean;
      /** @description All of these filters are true */
      all?: components['schemas']['EventFilter'][];
      /** @description At least one of these filters is true */
      any?: components['schemas']['EventFilter'][];
      /** @description This filter is not true */
      not?: components['schemas']['EventFilter'];
    };
    WebhookEndpointHealth: {
      /**
       * @description Healthy. Degraded: it fails and receives fewer messages in parallel. Paused: it receives one message at a time, to check whether it works again. Disabled: it receives none
       * @enum {string}
       */
      state: 'Healthy' | 'Degraded' | 'Paused' | 'Disabled';
      /** @description When it reached this state */
      since: string;
      /** @description The first failure since the last success */
      failingSince: string | null;
      /** @description Failed attempts since the last success */
      consecutiveFailures: number;
      /** @description Messages that failed at least once since the last success */
      failedMessages: number;
      /** @description The last successful attempt; null if there is none within the last 90 days */
      lastSuccessAt: string | null;
      /** @description The last failed attempt since the last success; null if there is none, or it is no longer stored (30 days) */
      lastFailure: {
        /** @description The delivery of the attempt */
        deliveryId: number;
        /** @description The number of the attempt */
        number: number;
        /** @description When the attempt ended */
        at: string;
        /** @description Whether it was a test message, which does not count for the health */
        test: boolean;
        /** @description The HTTP status of the response; null if there was none */
        responseStatus: number | null;
        /** @description Why it failed, in a sentence */
        error: string;
        /**
         * @description The same, for programs. New kinds may be added
         * @enum {string}
         */
        errorKind:
          | 'Timeout'
          | 'Dns'
          | 'Blocked'
          | 'Refused'
          | 'Unreachable'
          | 'Tls'
          | 'Reset'
          | 'Closed'
          | 'InvalidResponse'
          | 'ResponseTooLarge'
          | 'Redirect'
          | 'Status'
          | 'NotSigned'
          | 'Other';
      } | null;
      /** @description When the next waiting message is sent, which is not before a pause or a Retry-After ends. Null if none waits, and while none is sent */
      nextAttemptAt: string | null;
      /** @description The end of the wait that it requested with Retry-After */
      heldUntil: string | null;
      /** @description When the next probe is sent to a paused endpoint */
      probeAt: string | null;
      /** @description What happens next to the endpoint if nothing changes, when, and by which rule. Emails are named only if the installation sends them. New steps may be added */
      nextStep: {
        /** @description What happens: Resume, Probe, Notice (an email) or Disable */
        step: string;
        /** @description When it happens */
        at: string;
        /** @description Why it happens then, in a sentence */
        rule: string;
        /** @description The name of the rule, for programs */
        ruleName: string;
      } | null;
    };
    CreateWebhookEndpoint: {
      /** @description A public https URL without user name and fragment. http only if the installation allows it. Write a non-ASCII host name in its `xn--` form */
      url: string;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string;
      /**
       * @description The signature scheme of Standard Webhooks. v1: HMAC-SHA-256 with a shared secret. v1a: Ed25519; you get only the public key
       * @enum {string}
       */
      signatureScheme?: 'v1' | 'v1a';
      /** @description A text of your choice, which lists show */
      description?: string | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload?: 'Full' | 'Changes' | 'Thin';
      /** @description Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again */
      headers?: {
        [key: string]: string;
      };
      /** @description Which of these events it receives; null for all */
      filter?: components['schemas']['EventFilterBody'] | null;
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering?: 'BestEffort' | 'PerRecord';
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule?: number[] | null;
      /** @description The limits for the messages that it receives */
      limits?: {
        /** @description The messages per second; null for no limit */
        perSecond?: number | null;
        /** @description The requests in flight at the same time */
        inFlight?: number;
      };
    };
    /** @description Either `field` with comparisons, which must all be true, or one of `all`, `any` and `not` with other filters; at most 5 levels deep and with at most 50 conditions. Numbers and decimals are compared by value, other texts by their characters. A missing member is null. */
    EventFilterBody: {
      /** @description A member of `data`, or the path to it. A record of the event types of the endpoint must have it */
      field?: string;
      /** @description It equals this value */
      eq?: components['schemas']['FilterValue'];
      /** @description It does not equal this value */
      ne?: components['schemas']['FilterValue'];
      /** @description It is greater than this value */
      gt?: components['schemas']['OrderedFilterValue'];
      /** @description It is greater than this value or equal to it */
      gte?: components['schemas']['OrderedFilterValue'];
      /** @description It is less than this value */
      lt?: components['schemas']['OrderedFilterValue'];
      /** @description It is less than this value or equal to it */
      lte?: components['schemas']['OrderedFilterValue'];
      /** @description It equals one of these values */
      in?: components['schemas']['FilterValue'][];
      /** @description It equals none of these values */
      notIn?: components['schemas']['FilterValue'][];
      /** @description It is a text that starts with this one */
      startsWith?: string;
      /** @description It is a text that ends with this one */
      endsWith?: string;
      /** @description It is a text that contains this one */
      contains?: string;
      /** @description Whether the record has it */
      exists?: boolean;
      /** @description All of these filters are true */
      all?: components['schemas']['EventFilterBody'][];
      /** @description At least one of these filters is true */
      any?: components['schemas']['EventFilterBody'][];
      /** @description This filter is not true */
      not?: components['schemas']['EventFilterBody'];
    };
    FilterValue: string | number | boolean | null;
    OrderedFilterValue: string | number;
    CreatedWebhookEndpoint: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Where messages are sent */
      url: string;
      /** @description A text of your choice, which lists show; null without one */
      description: string | null;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /** @description Which of these events it receives; null for all */
      filter: components['schemas']['EventFilter'] | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload: 'Full' | 'Changes' | 'Thin';
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering: 'BestEffort' | 'PerRecord';
      /**
       * @description The scheme of the newest secret: see rotate-secret
       * @enum {string}
       */
      signatureScheme: 'v1' | 'v1a';
      /** @description The names of the custom headers, without their values */
      headers: {
        /** @description The name of the header */
        name: string;
      }[];
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule: number[] | null;
      /** @description The limits for the messages that it receives */
      limits: {
        /** @description Messages per second; null for no limit */
        perSecond: number | null;
        /** @description Requests in flight at the same time */
        inFlight: number;
      };
      /**
       * @description Disabled: no messages are sent, and no deliveries are created
       * @enum {string}
       */
      status: 'Enabled' | 'Disabled';
      /** @description Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended */
      disabledReason: ('Manual' | 'Gone' | 'Failing' | 'AccessRevoked' | 'AccessExpired') | null;
      /** @description When it was disabled; null while it is enabled */
      disabledAt: string | null;
      /** @description The application that created the endpoint; null if a member or a key did */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /** @description The id of the access that a member gave it */
        grantId: number;
        /**
         * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
         * @enum {string}
         */
        access: 'active' | 'suspended' | 'expired' | 'revoked';
      } | null;
      /** @description The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that */
      applicationChanges: {
        /**
         * @description The member of the endpoint
         * @enum {string}
         */
        member: 'url' | 'headers' | 'payload' | 'filter' | 'eventTypes' | 'status';
        /** @description The application that set it */
        application: {
          /** @description The id of the application */
          id: number;
          /** @description The client ID of the application */
          clientId: string;
          /** @description The name of the application */
          name: string;
          /** @description The id of the access that a member gave it */
          grantId: number;
          /**
           * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
           * @enum {string}
           */
          access: 'active' | 'suspended' | 'expired' | 'revoked';
        };
      }[];
      /** @description Whether it accepts its messages, and what happens next */
      health: components['schemas']['WebhookEndpointHealth'];
      /** @description Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages */
      deliveries: {
        /** @description Messages that it accepted */
        delivered: number;
        /** @description Messages whose retries all failed */
        failed: number;
        /** @description Messages that wait for an attempt or are in flight */
        waiting: number;
      };
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The signing secret, or the public key for v1a. GET …/secret returns it again */
      secret: string;
    };
    PutWebhookEndpoint: {
      /** @description A public https URL without user name and fragment. http only if the installation allows it. Write a non-ASCII host name in its `xn--` form */
      url: string;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /**
       * @description The signature scheme of Standard Webhooks. v1: HMAC-SHA-256 with a shared secret. v1a: Ed25519; you get only the public key
       * @enum {string}
       */
      signatureScheme?: 'v1' | 'v1a';
      /** @description A text of your choice, which lists show */
      description?: string | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload?: 'Full' | 'Changes' | 'Thin';
      /** @description Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again */
      headers?: {
        [key: string]: string;
      };
      /** @description Which of these events it receives; null for all */
      filter?: components['schemas']['EventFilterBody'] | null;
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering?: 'BestEffort' | 'PerRecord';
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule?: number[] | null;
      /** @description The limits for the messages that it receives */
      limits?: {
        /** @description The messages per second; null for no limit */
        perSecond?: number | null;
        /** @description The requests in flight at the same time */
        inFlight?: number;
      };
    };
    WrittenWebhookEndpoint: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Where messages are sent */
      url: string;
      /** @description A text of your choice, which lists show; null without one */
      description: string | null;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /** @description Which of these events it receives; null for all */
      filter: components['schemas']['EventFilter'] | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload: 'Full' | 'Changes' | 'Thin';
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering: 'BestEffort' | 'PerRecord';
      /**
       * @description The scheme of the newest secret: see rotate-secret
       * @enum {string}
       */
      signatureScheme: 'v1' | 'v1a';
      /** @description The names of the custom headers, without their values */
      headers: {
        /** @description The name of the header */
        name: string;
      }[];
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule: number[] | null;
      /** @description The limits for the messages that it receives */
      limits: {
        /** @description Messages per second; null for no limit */
        perSecond: number | null;
        /** @description Requests in flight at the same time */
        inFlight: number;
      };
      /**
       * @description Disabled: no messages are sent, and no deliveries are created
       * @enum {string}
       */
      status: 'Enabled' | 'Disabled';
      /** @description Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended */
      disabledReason: ('Manual' | 'Gone' | 'Failing' | 'AccessRevoked' | 'AccessExpired') | null;
      /** @description When it was disabled; null while it is enabled */
      disabledAt: string | null;
      /** @description The application that created the endpoint; null if a member or a key did */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /** @description The id of the access that a member gave it */
        grantId: number;
        /**
         * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
         * @enum {string}
         */
        access: 'active' | 'suspended' | 'expired' | 'revoked';
      } | null;
      /** @description The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that */
      applicationChanges: {
        /**
         * @description The member of the endpoint
         * @enum {string}
         */
        member: 'url' | 'headers' | 'payload' | 'filter' | 'eventTypes' | 'status';
        /** @description The application that set it */
        application: {
          /** @description The id of the application */
          id: number;
          /** @description The client ID of the application */
          clientId: string;
          /** @description The name of the application */
          name: string;
          /** @description The id of the access that a member gave it */
          grantId: number;
          /**
           * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
           * @enum {string}
           */
          access: 'active' | 'suspended' | 'expired' | 'revoked';
        };
      }[];
      /** @description Whether it accepts its messages, and what happens next */
      health: components['schemas']['WebhookEndpointHealth'];
      /** @description Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages */
      deliveries: {
        /** @description Messages that it accepted */
        delivered: number;
        /** @description Messages whose retries all failed */
        failed: number;
        /** @description Messages that wait for an attempt or are in flight */
        waiting: number;
      };
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description The signing secret, or the public key for v1a. GET …/secret returns it again. Null if the endpoint already existed */
      secret: string | null;
    };
    WebhookStatsList: {
      /** @description One entry for each endpoint */
      data: components['schemas']['WebhookStats'][];
    };
    /** @description Counts attempts, not messages: a message delivered at the third attempt counts three times */
    WebhookStats: {
      /** @description The id of the endpoint */
      endpointId: number;
      /**
       * @description The length of each bucket, in UTC
       * @enum {string}
       */
      bucket: 'hour' | 'day';
      /** @description The start of the first bucket */
      since: string;
      /** @description The end of the last bucket */
      until: string;
      /** @description The counts of all buckets together */
      totals: {
        /** @description Attempts that the receiver accepted with a status of 2xx */
        succeeded: number;
        /** @description Attempts that failed */
        failed: number;
        /** @description The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram */
        p50Ms: number | null;
        /** @description The duration within which 95 % of the attempts ended, as for `p50Ms`; null without attempts */
        p95Ms: number | null;
      };
      /** @description Consecutive, including empty buckets */
      buckets: {
        /** @description The start of the bucket */
        start: string;
        /** @description Attempts that the receiver accepted with a status of 2xx */
        succeeded: number;
        /** @description Attempts that failed */
        failed: number;
        /** @description The median duration of the attempts. Exact for at most 100 attempts of one endpoint whose details are stored; otherwise estimated from a histogram */
        p50Ms: number | null;
        /** @description The duration within which 95 % of the attempts ended, as for `p50Ms`; null without attempts */
        p95Ms: number | null;
      }[];
    };
    UpdateWebhookEndpoint: {
      /** @description Where messages are sent */
      url?: string;
      /** @description The event types that it receives */
      eventTypes?: components['schemas']['EventType'][];
      /**
       * @description Disabled: no messages are sent, and no deliveries are created
       * @enum {string}
       */
      status?: 'Enabled' | 'Disabled';
      /** @description Your external ID of the record, unique per company and resource */
      externalId?: string | null;
      /**
       * @description Only the current one: rotate-secret changes it
       * @enum {string}
       */
      signatureScheme?: 'v1' | 'v1a';
      /** @description A text of your choice, which lists show */
      description?: string | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload?: 'Full' | 'Changes' | 'Thin';
      /** @description Custom headers, sent with each message, at most 20. Their values are encrypted and never shown again */
      headers?: {
        [key: string]: string;
      };
      /** @description Which of these events it receives; null for all */
      filter?: components['schemas']['EventFilterBody'] | null;
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering?: 'BestEffort' | 'PerRecord';
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule?: number[] | null;
      /** @description The limits for the messages that it receives */
      limits?: {
        /** @description The messages per second; null for no limit */
        perSecond?: number | null;
        /** @description The requests in flight at the same time */
        inFlight?: number;
      };
    };
    EnabledWebhookEndpoint: {
      /** @description The id of the record */
      id: number;
      /** @description Your external ID of the record, unique per company and resource; null without one */
      externalId: string | null;
      /** @description Where messages are sent */
      url: string;
      /** @description A text of your choice, which lists show; null without one */
      description: string | null;
      /** @description The event types that it receives */
      eventTypes: components['schemas']['EventType'][];
      /** @description Which of these events it receives; null for all */
      filter: components['schemas']['EventFilter'] | null;
      /**
       * @description The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record
       * @enum {string}
       */
      payload: 'Full' | 'Changes' | 'Thin';
      /**
       * @description BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed
       * @enum {string}
       */
      ordering: 'BestEffort' | 'PerRecord';
      /**
       * @description The scheme of the newest secret: see rotate-secret
       * @enum {string}
       */
      signatureScheme: 'v1' | 'v1a';
      /** @description The names of the custom headers, without their values */
      headers: {
        /** @description The name of the header */
        name: string;
      }[];
      /** @description The seconds to wait before each attempt; null for the schedule of the installation */
      schedule: number[] | null;
      /** @description The limits for the messages that it receives */
      limits: {
        /** @description Messages per second; null for no limit */
        perSecond: number | null;
        /** @description Requests in flight at the same time */
        inFlight: number;
      };
      /**
       * @description Disabled: no messages are sent, and no deliveries are created
       * @enum {string}
       */
      status: 'Enabled' | 'Disabled';
      /** @description Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended */
      disabledReason: ('Manual' | 'Gone' | 'Failing' | 'AccessRevoked' | 'AccessExpired') | null;
      /** @description When it was disabled; null while it is enabled */
      disabledAt: string | null;
      /** @description The application that created the endpoint; null if a member or a key did */
      application: {
        /** @description The id of the application */
        id: number;
        /** @description The client ID of the application */
        clientId: string;
        /** @description The name of the application */
        name: string;
        /** @description The id of the access that a member gave it */
        grantId: number;
        /**
         * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
         * @enum {string}
         */
        access: 'active' | 'suspended' | 'expired' | 'revoked';
      } | null;
      /** @description The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that */
      applicationChanges: {
        /**
         * @description The member of the endpoint
         * @enum {string}
         */
        member: 'url' | 'headers' | 'payload' | 'filter' | 'eventTypes' | 'status';
        /** @description The application that set it */
        application: {
          /** @description The id of the application */
          id: number;
          /** @description The client ID of the application */
          clientId: string;
          /** @description The name of the application */
          name: string;
          /** @description The id of the access that a member gave it */
          grantId: number;
          /**
           * @description The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered
           * @enum {string}
           */
          access: 'active' | 'suspended' | 'expired' | 'revoked';
        };
      }[];
      /** @description Whether it accepts its messages, and what happens next */
      health: components['schemas']['WebhookEndpointHealth'];
      /** @description Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages */
      deliveries: {
        /** @description Messages that it accepted */
        delivered: number;
        /** @description Messages whose retries all failed */
        failed: number;
        /** @description Messages that wait for an attempt or are in flight */
        waiting: number;
      };
      /** @description Starts at 1 and increases by 1 with each change of the record */
      version: number;
      /** @description When the record was created */
      createdAt: string;
      /** @description When the record last changed */
      updatedAt: string;
      /** @description What it missed while it was disabled; null if it was not disabled */
      missed: {
        /** @description When the endpoint was disabled */
        since: string;
        /** @description Messages that have failed or were cancelled since: see recover */
        failed: number;
        /** @description Events without a delivery: see replay-missing. Null if there are too many to count with the filter, or the caller may not read the records that the filter reads */
        missing: number | null;
      } | null;
    };
    WebhookDeliveryList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['WebhookDelivery'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    WebhookDelivery: {
      /** @description The id of the delivery */
      id: number;
      /** @description The id of the endpoint */
      endpointId: number;
      /** @description The URL of the endpoint, even after its deletion */
      endpointUrl: string;
      /** @description Nothing can be sent to a deleted endpoint */
      endpointDeletedAt: string | null;
      /** @description The id of the event: the header `webhook-id` */
      eventId: string;
      /** @description The type of the event */
      eventType: components['schemas']['EventType'];
      /**
       * @description The resource of the record of the event
       * @enum {string}
       */
      resource: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
      /** @description The id of the record of the event */
      resourceId: number;
      /** @description Its position among the messages to the endpoint; null for a test and for a record sent on request */
      sequence: number | null;
      /** @description Whether it is a test message, which appears in no list of events */
      test: boolean;
      /** @description Whether it is the present state of a record that was sent on request, which appears in no list of events */
      manual: boolean;
      /**
       * @description Waiting: for its time or for earlier deliveries. Sending: an attempt is in flight. Failed: all retries failed. Cancelled: no further attempts
       * @enum {string}
       */
      status: 'Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled';
      /** @description How many attempts were made */
      attemptCount: number;
      /** @description Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`) */
      nextAttemptAt: string | null;
      /** @description The HTTP status of the last response; null if the last attempt got none */
      lastResponseStatus: number | null;
      /** @description Why the last attempt failed, in a sentence; null after a success and before the first attempt */
      lastError: string | null;
      /** @description The same, for programs; null after a success. New kinds may be added */
      lastErrorKind:
        | (
            | 'Timeout'
            | 'Dns'
            | 'Blocked'
            | 'Refused'
            | 'Unreachable'
            | 'Tls'
            | 'Reset'
            | 'Closed'
            | 'InvalidResponse'
            | 'ResponseTooLarge'
            | 'Redirect'
            | 'Status'
            | 'NotSigned'
            | 'Other'
          )
        | null;
      /** @description When the delivery was created */
      createdAt: string;
      /** @description When it was delivered, failed or was cancelled */
      finishedAt: string | null;
    };
    WebhookSecret: {
      /** @description For v1a, the public key (`whpk_…`): the private key never leaves Billhook */
      secret: string;
      /**
       * @description The signature scheme of the secret
       * @enum {string}
       */
      scheme: 'v1' | 'v1a';
      /** @description When it was created, and from when on it signs */
      createdAt: string;
      /** @description Earlier secrets that also sign, the newest first; empty without a rotation */
      previous: {
        /** @description For v1a, the public key (`whpk_…`): the private key never leaves Billhook */
        secret: string;
        /**
         * @description The signature scheme of the secret
         * @enum {string}
         */
        scheme: 'v1' | 'v1a';
        /** @description When it was created, and from when on it signs */
        createdAt: string;
        /** @description When it stops signing */
        expiresAt: string;
      }[];
    };
    RotateWebhookSecret: {
      /** @description How many hours the old secret also signs, up to 7 days. Default: `24` */
      overlapHours?: number;
      /**
       * @description The scheme of the new secret. Default: that of the old one
       * @enum {string}
       */
      scheme?: 'v1' | 'v1a';
    };
    TestWebhookEndpoint: {
      /** @description Sends an example of this type. Default: the first type that the endpoint receives */
      eventType?: components['schemas']['EventType'];
      /** @description Sends the message of this event, with a new id */
      eventId?: string;
    };
    WebhookSecretUse: {
      /** @description The number of deliveries that were checked: those among the newest 100 that were sent and whose attempts are still stored */
      deliveries: number;
      /** @description The active secrets, the current one first, in the order of GET …/secret */
      secrets: {
        /** @description Messages have a signature of this secret from this time on */
        createdAt: string;
        /** @description When a previous secret stops signing; null for the current one */
        expiresAt: string | null;
        /**
         * @description The signature scheme of the secret
         * @enum {string}
         */
        scheme: 'v1' | 'v1a';
        /** @description How many of the checked deliveries this secret verifies, by their last attempt */
        verifiable: number;
        /** @description The last of these attempts */
        lastSignedAt: string | null;
      }[];
    };
    EndPreviousSecrets: {
      /** @description Only the previous secret that was created at this time. Default: all previous secrets */
      createdAt?: string;
    };
    PreviewWebhookEndpoint: {
      /** @description The event types that the endpoint would receive */
      eventTypes: components['schemas']['EventType'][];
      /** @description Which of these events it would receive; null for all */
      filter?: components['schemas']['EventFilterBody'] | null;
      /** @description The start of the period, within the retention period of messages. Default: 30 days ago */
      since?: string;
    };
    WebhookPreview: {
      /** @description The start of the period */
      since: string;
      /** @description The number of messages */
      total: number;
      /** @description Whether the period has more events than were read, so that there may be more messages */
      atLeast: boolean;
      /** @description The same by event type, in the order of the request, including zeros */
      eventTypes: {
        /** @description The event type */
        type: components['schemas']['EventType'];
        /** @description The number of messages */
        count: number;
      }[];
      /** @description The newest of these events, at most 5. `GET /v1/events/{id}` returns the message */
      examples: {
        /** @description The id of the event */
        id: string;
        /** @description The event type */
        type: components['schemas']['EventType'];
        /** @description The id of the record */
        resourceId: number;
        /** @description When it happened */
        createdAt: string;
      }[];
    };
    DiagnoseWebhookRequest: {
      /** @description The header `webhook-id` */
      webhookId?: string | null;
      /** @description The header `webhook-timestamp` */
      webhookTimestamp?: string | null;
      /** @description The header `webhook-signature` */
      webhookSignature?: string | null;
      /** @description The body, exactly as the receiver read it */
      body: string;
      /** @description The signature that the receiver computed, in any encoding: it identifies most mistakes */
      computedSignature?: string | null;
      /** @description What the clock of the receiver showed */
      receivedAt?: string | null;
    };
    WebhookDiagnosis: {
      /** @description Whether the request has a signature of the endpoint for its id, timestamp and body */
      genuine: boolean;
      /** @description Whether a known way of computing gives `computedSignature`; null without one */
      reproduced: boolean | null;
      /** @description The mistakes that explain the result; empty without any */
      mistakes: {
        /**
         * @description New codes may be added
         * @enum {string}
         */
        code:
          | 'missing_header'
          | 'timestamp_unit'
          | 'clock_skew'
          | 'signature_unknown'
          | 'other_endpoint'
          | 'old_secret'
          | 'secret_not_decoded'
          | 'prefix_not_removed'
          | 'wrong_scheme'
          | 'secret_unreadable'
          | 'unknown_secret'
          | 'body_only'
          | 'id_missing'
          | 'timestamp_missing'
          | 'wrong_id'
          | 'body_reserialized'
          | 'body_parsed'
          | 'body_empty'
          | 'body_charset'
          | 'body_bom'
          | 'body_whitespace'
          | 'body_changed'
          | 'hex_digest'
          | 'base64_variant'
          | 'other_hash'
          | 'signature_length'
          | 'wrong_comparison';
        /**
         * @description Computed: Billhook made the mistake and got the same signature. Request: visible in the request. Remaining: nothing else explains the result
         * @enum {string}
         */
        evidence: 'Computed' | 'Request' | 'Remaining';
        /** @description The missing header, the seconds by which the clock of the receiver is ahead, the id of the other endpoint, the ids of the endpoints whose secret was left out, or the hash function */
        detail: string | null;
        /** @description What is wrong */
        message: string;
        /** @description What to change */
        advice: string;
      }[];
    };
    WebhookDeliveryDetail: {
      /** @description The id of the delivery */
      id: number;
      /** @description The id of the endpoint */
      endpointId: number;
      /** @description The URL of the endpoint, even after its deletion */
      endpointUrl: string;
      /** @description Nothing can be sent to a deleted endpoint */
      endpointDeletedAt: string | null;
      /** @description The id of the event: the header `webhook-id` */
      eventId: string;
      /** @description The type of the event */
      eventType: components['schemas']['EventType'];
      /**
       * @description The resource of the record of the event
       * @enum {string}
       */
      resource: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
      /** @description The id of the record of the event */
      resourceId: number;
      /** @description Its position among the messages to the endpoint; null for a test and for a record sent on request */
      sequence: number | null;
      /** @description Whether it is a test message, which appears in no list of events */
      test: boolean;
      /** @description Whether it is the present state of a record that was sent on request, which appears in no list of events */
      manual: boolean;
      /**
       * @description Waiting: for its time or for earlier deliveries. Sending: an attempt is in flight. Failed: all retries failed. Cancelled: no further attempts
       * @enum {string}
       */
      status: 'Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled';
      /** @description How many attempts were made */
      attemptCount: number;
      /** @description Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`) */
      nextAttemptAt: string | null;
      /** @description The HTTP status of the last response; null if the last attempt got none */
      lastResponseStatus: number | null;
      /** @description Why the last attempt failed, in a sentence; null after a success and before the first attempt */
      lastError: string | null;
      /** @description The same, for programs; null after a success. New kinds may be added */
      lastErrorKind:
        | (
            | 'Timeout'
            | 'Dns'
            | 'Blocked'
            | 'Refused'
            | 'Unreachable'
            | 'Tls'
            | 'Reset'
            | 'Closed'
            | 'InvalidResponse'
            | 'ResponseTooLarge'
            | 'Redirect'
            | 'Status'
            | 'NotSigned'
            | 'Other'
          )
        | null;
      /** @description When the delivery was created */
      createdAt: string;
      /** @description When it was delivered, failed or was cancelled */
      finishedAt: string | null;
      /** @description Each attempt is stored for 30 days */
      attempts: components['schemas']['WebhookAttempt'][];
      /** @description The exact text of the last attempt, or of the first one to come; null if it is no longer stored, or the caller may not read the record */
      body: string | null;
      /** @description The permission that is needed to see the request and the response; null if nothing is hidden */
      missingPermission: components['schemas']['Permission'] | null;
      /** @description The exact text in each payload that an attempt sent */
      bodies: {
        /** @description The text in the payload Full; absent if no attempt sent it */
        Full?: string;
        /** @description The text in the payload Changes; absent if no attempt sent it */
        Changes?: string;
        /** @description The text in the payload Thin; absent if no attempt sent it */
        Thin?: string;
      };
    };
    WebhookAttempt: {
      /** @description The position of the attempt in the delivery, from 1 */
      number: number;
      /** @description Null while the attempt is in progress */
      outcome: ('Succeeded' | 'Failed' | 'Interrupted') | null;
      /**
       * @description Schedule: sent by the retry schedule. Manual: a resend was requested. Probe: sent to check whether a paused endpoint works again
       * @enum {string}
       */
      trigger: 'Schedule' | 'Manual' | 'Probe';
      /** @description When the attempt started */
      startedAt: string;
      /** @description The duration in milliseconds; null while it is in progress */
      durationMs: number | null;
      /** @description DNS, connection and TLS are null if an open connection was reused */
      timings: {
        /** @description The look-up of the host name, in milliseconds */
        dnsMs: number | null;
        /** @description The connection, in milliseconds */
        connectMs: number | null;
        /** @description The TLS handshake, in milliseconds; null for http */
        tlsMs: number | null;
        /** @description From the start of the attempt to the first byte of the response, in milliseconds; null if none arrived */
        firstByteMs: number | null;
        /** @description The whole attempt, in milliseconds */
        totalMs: number | null;
      };
      /** @description The request as it was sent, without its body: see `bodies` */
      request: {
        /** @description The URL that it was sent to */
        url: string;
        /** @description As sent, without the values of custom headers; null if none are stored. Without `webhook-signature` and `content-length` if the caller may not read the record */
        headers: {
          [key: string]: string | string[];
        } | null;
        /**
         * @description The payload of the body: see `bodies`
         * @enum {string}
         */
        payload: 'Full' | 'Changes' | 'Thin';
        /** @description The signed text is this, `id.timestamp.`, followed by the body; null if nothing was sent, or the caller may not read the record */
        signatureBase: string | null;
      };
      /** @description Null if there was none */
      response: {
        /** @description The HTTP status */
        status: number;
        /** @description The headers; null if none are stored */
        headers: {
          [key: string]: string | string[];
        } | null;
        /** @description The first 64 KiB, as text; null if the caller may not read the record, because the response may repeat it */
        body: string | null;
        /** @description Whether the body was longer than the stored part */
        truncated: boolean;
      } | null;
      /** @description The IP address of the receiver */
      remoteAddress: string | null;
      /** @description The same as `response.status`; null without a response */
      responseStatus: number | null;
      /** @description The same as `response.body`; null without a response */
      responseBody: string | null;
      /** @description Why it failed, in a sentence; null unless it failed */
      error: string | null;
      /** @description The same, for programs. New kinds may be added */
      errorKind:
        | (
            | 'Timeout'
            | 'Dns'
            | 'Blocked'
            | 'Refused'
            | 'Unreachable'
            | 'Tls'
            | 'Reset'
            | 'Closed'
            | 'InvalidResponse'
            | 'ResponseTooLarge'
            | 'Redirect'
            | 'Status'
            | 'NotSigned'
            | 'Other'
          )
        | null;
    };
    StartWebhookRun: {
      /** @description From this time on, at most as far back as messages are stored, which is 30 days by default */
      since: string;
      /** @description Up to this time. Default and maximum: now */
      until?: string;
      /** @description Only of these event types */
      eventTypes?: components['schemas']['EventType'][];
      /** @description Only of this record */
      resourceId?: number;
    };
    WebhookRun: {
      /** @description The id of the run */
      id: number;
      /** @description The id of the endpoint */
      endpointId: number;
      /**
       * @description RecoverFailed: sends failed and cancelled deliveries again. ReplayMissing: sends the events without a delivery
       * @enum {string}
       */
      kind: 'RecoverFailed' | 'ReplayMissing';
      /**
       * @description Completed: all of its messages are in flight or delivered
       * @enum {string}
       */
      status: 'Running' | 'Paused' | 'Cancelled' | 'Completed';
      /** @description The start of the period of its messages */
      since: string;
      /** @description The end of the period of its messages */
      until: string;
      /** @description Null for all types that the endpoint receives */
      eventTypes: components['schemas']['EventType'][] | null;
      /** @description The id of the only record that it covers; null for all records */
      resourceId: number | null;
      /** @description The number of messages to send when the run was started. Null if there are too many to count with the filter of the endpoint (more than 2000 events, or 16 MiB of them); it is then known when the run has completed */
      total: number | null;
      /** @description How many of them are in flight or delivered */
      done: number;
      /** @description When it was started */
      createdAt: string;
      /** @description When it last changed */
      updatedAt: string;
      /** @description When it was completed or cancelled; null before that */
      finishedAt: string | null;
    };
    WebhookRunList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['WebhookRun'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    /** @description A message to an endpoint with the payload `Thin`: the record that it is about, and its URL */
    ThinMessage: {
      /** @description The same for all attempts and endpoints: use it to recognise a repeat */
      id: string;
      /**
       * @description What happened, and to which resource
       * @enum {string}
       */
      type:
        | 'invoice.created'
        | 'invoice.updated'
        | 'invoice.deleted'
        | 'invoice.sent'
        | 'invoice.paid'
        | 'invoice.partial'
        | 'invoice.overdue'
        | 'invoice.rejected'
        | 'client.created'
        | 'client.updated'
        | 'client.deleted'
        | 'quote.created'
        | 'quote.updated'
        | 'quote.deleted'
        | 'payment.created'
        | 'payment.deleted'
        | 'checkpoint.signed';
      /** @description When it happened */
      createdAt: string;
      /** @description The record that the message is about */
      data: {
        /** @description The id of the record */
        id: number;
        /**
         * @description The resource of the record
         * @enum {string}
         */
        resource: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
        /** @description The URL whose GET returns the current record */
        url: string;
      };
    };
    MessageChanges: {
      [key: string]: unknown;
    } | null;
    MessageVersion: number | null;
    SendWebhookRecord: {
      /**
       * @description The resource of the record
       * @enum {string}
       */
      resource: 'client' | 'quote' | 'invoice' | 'credit_note' | 'payment';
      /** @description The id of the record */
      id: number;
    };
    /** @enum {string} */
    RecordName: 'client' | 'quote' | 'invoice' | 'credit_note' | 'payment';
    ChangeList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['Change'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    Change: {
      /** @description The position after this change: send it as `after` to continue */
      cursor: string;
      /** @description What kind of record it is */
      resource: components['schemas']['RecordName'];
      /** @description The id of the record */
      id: number;
      /** @description The version that the change wrote; for a deletion, the version of the tombstone */
      version: number;
      /** @description Whether the change deleted the record */
      deleted: boolean;
      /** @description When the record was changed */
      changedAt: string;
      /** @description The record as its GET returns it now, which may be a later version than `version`. Null if the record is deleted, if a later change in the same response has it, or if the key may not read it */
      record: {
        [key: string]: unknown;
      } | null;
      /** @description Only if the key may not read such records: the permission that is needed */
      missingPermission?: components['schemas']['Permission'];
    };
    CreateSnapshot: {
      /** @description The kinds of records to copy; all if absent */
      resources?: components['schemas']['RecordName'][];
    };
    Snapshot: {
      /** @description The id of the snapshot */
      id: number;
      /**
       * @description Running: the parts are being written. Completed: they can be downloaded. Expired: they are deleted. Failed: it could not be written
       * @enum {string}
       */
      status: 'Running' | 'Completed' | 'Failed' | 'Expired';
      /** @description The kinds of records that it contains */
      resources: components['schemas']['RecordName'][];
      /** @description The requested kinds of records that the caller could not read when it was requested */
      leftOut: {
        /** @description What kind of records is left out */
        resource: components['schemas']['RecordName'];
        /** @description The permission that is needed to read them */
        missingPermission: components['schemas']['Permission'];
      }[];
      /** @description The number of its records; 0 until it begins */
      total: number;
      /** @description How many records are written */
      done: number;
      /** @description The position in the log of changes from which to continue, with `GET /v1/changes?after=`; null until it is completed */
      after: string | null;
      /** @description Empty until it is completed */
      parts: components['schemas']['SnapshotPart'][];
      /** @description A description of the caller who requested it */
      requestedBy: string;
      /** @description When it was requested */
      createdAt: string;
      /** @description When it ended; null before that */
      completedAt: string | null;
      /** @description Until when its parts can be downloaded, 24 hours after its end; null before its end */
      expiresAt: string | null;
    };
    SnapshotPart: {
      /** @description The id of the part, for `GET /v1/snapshot-parts/{id}` */
      id: number;
      /** @description What kind of records it contains */
      resource: components['schemas']['RecordName'];
      /** @description The number of records, one line each */
      records: number;
      /** @description Its size as it is downloaded, compressed */
      bytes: number;
      /** @description The SHA-256 of the compressed bytes, in hexadecimal */
      digest: string;
    };
    Receivables: {
      /** @description The day of the report: the figures are as of its end */
      at: string;
      /** @description Each currency with an amount, by its code. Amounts in different currencies are never added up */
      currencies: components['schemas']['CurrencyReceivables'][];
    };
    CurrencyReceivables: {
      /** @description The ISO 4217 code of the amounts */
      currency: string;
      /** @description The outstanding amount of all invoices on that day */
      outstanding: string;
      /** @description The part of it whose due date was past */
      overdue: string;
      /** @description The outstanding amount by age: every bucket, the youngest first */
      buckets: components['schemas']['AgedSum'][];
      /** @description Unallocated credit of clients, which is not part of `outstanding` */
      credit: {
        /** @description What clients had paid, or what was credited, beyond their invoices, less refunds. Negative if more was refunded by its date */
        amount: string;
        /** @description How many documents are behind the amount */
        documents: number;
      };
      /** @description `outstanding` less the amount of `credit` */
      total: string;
    };
    AgedSum: {
      /**
       * @description How many days the due date was past on that day. NotDue: not past, or no due date. Over90: 91 days and more
       * @enum {string}
       */
      bucket: 'NotDue' | 'Days1To30' | 'Days31To60' | 'Days61To90' | 'Over90';
      /** @description The outstanding amount of this age */
      amount: string;
      /** @description How many documents are behind the amount */
      documents: number;
    };
    ReceivableDocumentList: {
      /** @description The records of this page, in the order of the list */
      data: components['schemas']['ReceivableDocument'][];
      /** @description Where the page is in the list, and how to read the others */
      page: components['schemas']['Page'];
    };
    ReceivableDocument: {
      /**
       * @description invoice: its outstanding amount, or the excess of its payments and credit notes. payment: the unallocated part of a payment, or of a refund
       * @enum {string}
       */
      resource: 'invoice' | 'payment';
      /** @description The id of the invoice or payment */
      id: number;
      /** @description The number of the invoice; null for a payment */
      number: string | null;
      /** @description The id of the client */
      clientId: number;
      /** @description The name of the client now */
      clientName: string;
      /** @description The ISO 4217 code of the amount */
      currency: string;
      /** @description The issue date of the invoice, or the date of the payment */
      date: string;
      /** @description The due date of the invoice on that day; null without one */
      dueDate: string | null;
      /** @description How many days the due date was past on that day; 0 if it was not */
      daysOverdue: number;
      /** @description The outstanding amount on that day or, in the bucket Credit, the credit. Negative for a refund */
      amount: string;
      /**
       * @description The sum that contains the amount
       * @enum {string}
       */
      bucket: 'NotDue' | 'Days1To30' | 'Days31To60' | 'Days61To90' | 'Over90' | 'Credit';
    };
    Logo: {
      /** @description The SHA-256 of the image in hexadecimal: `/logos/{digest}` is its address */
      digest: string;
      /**
       * @description The media type of the image
       * @enum {string}
       */
      type: 'image/png' | 'image/jpeg';
      /** @description The width in pixels */
      width: number;
      /** @description The height in pixels */
      height: number;
    };
    SandboxClock: {
      /** @description The present time of the sandbox */
      now: string;
      /** @description The present time outside the sandbox */
      realTime: string;
      /** @description The last advance of the clock; null before the first */
      advance: components['schemas']['SandboxAdvance'] | null;
    };
    SandboxAdvance: {
      /** @description The id of the advance */
      id: number;
      /**
       * @description Running: the clock is moving. Completed: it has reached `to`. Failed: it could not, and stays at `reached`
       * @enum {string}
       */
      status: 'Running' | 'Completed' | 'Failed';
      /** @description The time of the sandbox when it was requested */
      from: string;
      /** @description The requested time */
      to: string;
      /** @description The time up to which everything that was due has happened */
      reached: string;
      /** @description What has happened so far */
      done: components['schemas']['AdvanceResults'];
      /** @description A description of the caller who requested it */
      requestedBy: string;
      /** @description When it was requested, in real time */
      createdAt: string;
      /** @description When it ended, in real time; null before that */
      completedAt: string | null;
    };
    AdvanceResults: {
      /** @description Invoices that became overdue */
      overdueInvoices: number;
      /** @description Keys whose owners were warned of their expiry */
      keyWarnings: number;
      /** @description Deliveries and retries that became due */
      dueDeliveries: number;
    };
    AdvanceClock: {
      /** @description The time at which the clock is to be: after the present time of the sandbox, and at most 10 years ahead of the real time */
      advanceTo: string;
    };
    ClientPageLink: {
      /**
       * @description None: the client never had a link. Only an Active link works. A revoked or expired link is in no email until you create another one. A revoked one stays revoked until you send `replace`
       * @enum {string}
       */
      status: 'None' | 'Active' | 'Expired' | 'Revoked';
      /** @description When the link was created */
      createdAt: string | null;
      /** @description When the link stops working; null for never */
      expiresAt: string | null;
    };
    OpenClientPageLink: {
      /** @description When the link stops working; null for never. Must be in the future. Omitted, an existing link keeps its own, and a new link never expires */
      expiresAt?: string | null;
      /** @description Creates a new link, with another address, even if there is an active one, which stops working, or if the link was revoked. Default: `false` */
      replace?: boolean;
    };
    OpenedClientPageLink: {
      /**
       * @description None: the client never had a link. Only an Active link works. A revoked or expired link is in no email until you create another one. A revoked one stays revoked until you send `replace`
       * @enum {string}
       */
      status: 'None' | 'Active' | 'Expired' | 'Revoked';
      /** @description When the link was created */
      createdAt: string | null;
      /** @description When the link stops working; null for never */
      expiresAt: string | null;
      /** @description Give it only to the client: anyone who has it sees all documents of the client, and can answer in its name */
      url: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  'Clients.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Whether `page` includes the total number of records, counted up to 10,000 */
        includeTotal?: boolean;
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters. */
        updatedSince?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description Only with this status */
        status?: 'Active' | 'Archived';
        /** @description Only of this kind */
        kind?: 'Business' | 'Individual' | 'Public';
        /** @description Case-insensitive */
        email?: components['schemas']['EmailAddress'];
        /** @description The complete number; spaces and punctuation are ignored */
        vatNumber?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description A part of the name, the trading name, the email address or the externalId, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `name`, `updatedAt`, `createdAt`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientList'];
        };
      };
    };
  };
  'Clients.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateClient'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'];
        };
      };
    };
  };
  'Clients.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'];
        };
      };
    };
  };
  'Clients.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'Clients.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateClient'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'];
        };
      };
    };
  };
  'Clients.timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  'ClientsBatch.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateClientBatch'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientBatchResult'];
        };
      };
    };
  };
  'ClientsBatch.update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClientBatchUpdate'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientBatchUpdateResult'];
        };
      };
    };
  };
  'ClientsBatch.delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ClientBatchDelete'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchDeleteResult'];
        };
      };
    };
  };
  'Clients.export': {
    parameters: {
      query?: {
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description Only with this status */
        status?: 'Active' | 'Archived';
        /** @description Only of this kind */
        kind?: 'Business' | 'Individual' | 'Public';
        /** @description Case-insensitive */
        email?: components['schemas']['EmailAddress'];
        /** @description The complete number; spaces and punctuation are ignored */
        vatNumber?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description A part of the name, the trading name, the email address or the externalId, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `name`, `updatedAt`, `createdAt`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'Clients.pageLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientPageLink'];
        };
      };
    };
  };
  'Clients.openPageLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['OpenClientPageLink'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedClientPageLink'];
        };
      };
    };
  };
  'Clients.closePageLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ClientPageLink'];
        };
      };
    };
  };
  'CreditNotes.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Whether `page` includes the total number of records, counted up to 10,000 */
        includeTotal?: boolean;
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters. */
        updatedSince?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description Only credit notes for this invoice */
        invoiceId?: number;
        /** @description A part of the number or the client's present or printed name, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoice` (needs `invoice.read`). Separate several by commas: `expand=client,invoice` */
        expand?: ('client' | 'invoice')[];
        /** @description One of `id`, `issueDate`, `number`, `updatedAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNoteList'];
        };
      };
    };
  };
  'CreditNotes.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateCreditNote'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  'CreditNotes.get': {
    parameters: {
      query?: {
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoice` (needs `invoice.read`). Separate several by commas: `expand=client,invoice` */
        expand?: ('client' | 'invoice')[];
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpandableCreditNote'];
        };
      };
    };
  };
  'CreditNotes.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateCreditNote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  'CreditNotes.timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  'CreditNotes.openLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  'CreditNotes.closeLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreditNote'];
        };
      };
    };
  };
  'Invoices.void': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['VoidInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Events.list': {
    parameters: {
      query?: {
        /** @description Events per page, 1 to 500 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Only of this type */
        type?: components['schemas']['EventType'];
        /** @description Only of these types, separated by commas: `types=invoice.paid,invoice.sent` */
        types?: components['schemas']['EventType'][];
        /** @description Returns the events after this one, oldest first, in the order in which endpoints receive them. Send the `nextCursor` of the previous response, the `id` of an event (the `webhook-id` of the last message that you received), or `beginning` for the oldest event that is still stored. `nextCursor` is then never null: if there are no further events, send it again later. Cannot be combined with `cursor`. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
    };
  };
  'Events.stream': {
    parameters: {
      query?: {
        /** @description Only of these types, separated by commas: `types=invoice.paid,invoice.sent` */
        types?: components['schemas']['EventType'][];
        /** @description Where the stream starts: after the event with this `id`, at a `nextCursor` of `GET /v1/events?after=…`, or at `beginning` for the oldest message that is still stored. Default: events from now on. The header `Last-Event-ID` takes precedence; clients that reconnect send it automatically. */
        after?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  'Events.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
    };
  };
  'EventTypes.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventTypeList'];
        };
      };
    };
  };
  'EventTypes.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The type */
        type: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventTypeDescription'];
        };
      };
    };
  };
  'Imports.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportList'];
        };
      };
    };
  };
  'Imports.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateImport'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Import'];
        };
      };
    };
  };
  'Imports.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Import'];
        };
      };
    };
  };
  'Imports.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Import'];
        };
      };
    };
  };
  'Imports.results': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  'Invoices.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Whether `page` includes the total number of records, counted up to 10,000 */
        includeTotal?: boolean;
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters. */
        updatedSince?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description One or several: `status=Sent&status=Overdue` */
        status?: ('Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent')[];
        /** @description Only `Paid` invoices, by how they were settled */
        settledBy?: 'Payment' | 'Credit' | 'Both';
        /** @description Due on or after this day */
        dueDateFrom?: string;
        /** @description Due on or before this day */
        dueDateTo?: string;
        /** @description Whether the status is `Overdue` */
        overdue?: boolean;
        /** @description Whether it is issued and has an outstanding amount */
        hasBalance?: boolean;
        /** @description The complete reference, as the client gave it */
        purchaseOrder?: string;
        /** @description Only invoices of this quote */
        quoteId?: number;
        /** @description A part of the number, the client's present or printed name or the purchase order, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `quote` (needs `quote.read`), `payments` (needs `payment.read`), `creditNotes` (needs `invoice.read`). Separate several by commas: `expand=client,quote` */
        expand?: ('client' | 'quote' | 'payments' | 'creditNotes')[];
        /** @description One of `id`, `issueDate`, `dueDate`, `number`, `updatedAt`, `createdAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceList'];
        };
      };
    };
  };
  'Invoices.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvoice'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoicePreview'];
        };
      };
    };
  };
  'Invoices.get': {
    parameters: {
      query?: {
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `quote` (needs `quote.read`), `payments` (needs `payment.read`), `creditNotes` (needs `invoice.read`). Separate several by commas: `expand=client,quote` */
        expand?: ('client' | 'quote' | 'payments' | 'creditNotes')[];
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpandableInvoice'];
        };
      };
    };
  };
  'Invoices.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'Invoices.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.validate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Validation'];
        };
      };
    };
  };
  'Invoices.calculation': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Calculation'];
        };
      };
    };
  };
  'Invoices.timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  'Invoices.send': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SendInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.reject': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RejectInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.reopen': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['ReopenInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.postpone': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PostponeInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.writeOff': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteOffInvoice'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.openLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.closeLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Invoices.answeringLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnsweringLink'];
        };
      };
    };
  };
  'InvoicesBatch.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvoiceBatch'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceBatchResult'];
        };
      };
    };
  };
  'InvoicesBatch.update': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvoiceBatchUpdate'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvoiceBatchUpdateResult'];
        };
      };
    };
  };
  'InvoicesBatch.delete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InvoiceBatchDelete'];
      };
    };
    responses: {
      207: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchDeleteResult'];
        };
      };
    };
  };
  'LeakedKeys.report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReportLeakedKey'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BurnedKey'];
        };
      };
    };
  };
  'Mails.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Only about this kind of document */
        resource?: 'invoice' | 'quote' | 'credit_note';
        /** @description Only about the document with this `id` */
        recordId?: number;
        /** @description Only with this status */
        status?: 'Pending' | 'Sent' | 'Failed' | 'Kept';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailList'];
        };
      };
    };
  };
  'Mails.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MailDetail'];
        };
      };
    };
  };
  'Mails.retry': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Mail'];
        };
      };
    };
  };
  'Mails.export': {
    parameters: {
      query?: {
        /** @description Only about this kind of document */
        resource?: 'invoice' | 'quote' | 'credit_note';
        /** @description Only about the document with this `id` */
        recordId?: number;
        /** @description Only with this status */
        status?: 'Pending' | 'Sent' | 'Failed' | 'Kept';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'OpenApi.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenApi'];
        };
      };
    };
  };
  'Payments.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Whether `page` includes the total number of records, counted up to 10,000 */
        includeTotal?: boolean;
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters. */
        updatedSince?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description Only payments allocated to this invoice */
        invoiceId?: number;
        /** @description Only with this status */
        status?: 'Recorded' | 'Deleted';
        /** @description Only payments, or only refunds */
        kind?: 'Payment' | 'Refund';
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description The complete method, as recorded */
        method?: string;
        /** @description The complete reference, as recorded */
        reference?: string;
        /** @description Paid on or after this day */
        dateFrom?: string;
        /** @description Paid on or before this day */
        dateTo?: string;
        /** @description Of at least this amount */
        amountFrom?: string;
        /** @description Of at most this amount */
        amountTo?: string;
        /** @description Whether it is not deleted and has an unallocated rest */
        unallocated?: boolean;
        /** @description A part of the reference or the client's name, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoices` (needs `invoice.read`). Separate several by commas: `expand=client,invoices` */
        expand?: ('client' | 'invoices')[];
        /** @description One of `id`, `date`, `amount`, `updatedAt`, `createdAt`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaymentList'];
        };
      };
    };
  };
  'Payments.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePayment'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  'Payments.get': {
    parameters: {
      query?: {
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoices` (needs `invoice.read`). Separate several by commas: `expand=client,invoices` */
        expand?: ('client' | 'invoices')[];
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpandablePayment'];
        };
      };
    };
  };
  'Payments.delete': {
    parameters: {
      query: {
        /** @description The reason for the deletion, stored with the payment */
        reason: string;
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'Payments.timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  'Payments.allocate': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AllocatePayment'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Payment'];
        };
      };
    };
  };
  'Payments.export': {
    parameters: {
      query?: {
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description Only payments allocated to this invoice */
        invoiceId?: number;
        /** @description Only with this status */
        status?: 'Recorded' | 'Deleted';
        /** @description Only payments, or only refunds */
        kind?: 'Payment' | 'Refund';
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description The complete method, as recorded */
        method?: string;
        /** @description The complete reference, as recorded */
        reference?: string;
        /** @description Paid on or after this day */
        dateFrom?: string;
        /** @description Paid on or before this day */
        dateTo?: string;
        /** @description Of at least this amount */
        amountFrom?: string;
        /** @description Of at most this amount */
        amountTo?: string;
        /** @description Whether it is not deleted and has an unallocated rest */
        unallocated?: boolean;
        /** @description A part of the reference or the client's name, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `date`, `amount`, `updatedAt`, `createdAt`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'Me.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
    };
  };
  'Me.permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MePermissions'];
        };
      };
    };
  };
  'Me.check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CheckPermissions'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PermissionCheck'];
        };
      };
    };
  };
  'Requests.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description A status such as `404`, or a class such as `4xx`. If repeated, any of them */
        status?: string[];
        /** @description The `kind` and the `id` of the credential, joined by a hyphen */
        credential?: string;
        /** @description Only with this HTTP method */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description The `Client-Request-Id` that the request was sent with */
        clientRequestId?: string;
        /** @description The path of an operation, as in `route` of a request */
        route?: string;
        /** @description The `code` of an error */
        problem?:
          | 'malformed_json'
          | 'invalid_query'
          | 'cursor_mismatch'
          | 'bad_request'
          | 'idempotency_key_malformed'
          | 'two_credentials'
          | 'credential_missing'
          | 'credential_malformed'
          | 'credential_in_query'
          | 'key_prefix_missing'
          | 'key_truncated'
          | 'key_mistyped'
          | 'key_unknown'
          | 'key_revoked'
          | 'key_expired'
          | 'wrong_secret_type'
          | 'wrong_credential'
          | 'session_missing'
          | 'sign_in_failed'
          | 'portal_session_missing'
          | 'document_link_invalid'
          | 'portal_link_invalid'
          | 'portal_link_used'
          | 'portal_link_expired'
          | 'portal_link_revoked'
          | 'answering_link_required'
          | 'preview_takes_no_answer'
          | 'portal_view_only'
          | 'insufficient_scope'
          | 'creator_permission_lost'
          | 'creator_inactive'
          | 'address_not_allowed'
          | 'plan_required'
          | 'permission_missing'
          | 'not_grantable'
          | 'step_up_required'
          | 'cross_site'
          | 'access_undeclared'
          | 'not_found'
          | 'route_not_found'
          | 'event_expired'
          | 'changes_expired'
          | 'leaked_key_unknown'
          | 'method_not_allowed'
          | 'idempotency_in_flight'
          | 'body_too_large'
          | 'unsupported_media_type'
          | 'invalid_body'
          | 'idempotency_key_reused'
          | 'batch_aborted'
          | 'request_timeout'
          | 'headers_too_large'
          | 'rate_limited'
          | 'too_many_streams'
          | 'too_many_attempts'
          | 'too_many_pdfs'
          | 'internal_error'
          | 'pdf_busy'
          | 'pdf_limit_exceeded'
          | 'not_ready'
          | 'second_factor_required'
          | 'second_factor_wrong'
          | 'reset_link_invalid'
          | 'second_factor_set'
          | 'second_factor_not_set'
          | 'key_ended'
          | 'key_already_rotated'
          | 'member_not_service'
          | 'token_unknown'
          | 'token_revoked'
          | 'token_for_another_resource'
          | 'application_not_allowed'
          | 'nothing_to_grant'
          | 'authorization_request_expired'
          | 'device_code_unknown'
          | 'application_access_ended'
          | 'secret_of_another_owner'
          | 'application_archived'
          | 'too_many_secrets'
          | 'application_without_secret'
          | 'invitation_invalid'
          | 'set_up_link_invalid'
          | 'member_holds_more'
          | 'export_running'
          | 'export_not_ready'
          | 'deletion_requested'
          | 'deletion_started'
          | 'deletion_not_requested'
          | 'sandbox_of_sandbox'
          | 'sandbox_limit'
          | 'sandbox_required'
          | 'clock_advancing'
          | 'own_membership'
          | 'member_removed'
          | 'already_member'
          | 'already_invited'
          | 'invitation_closed'
          | 'external_id_taken'
          | 'invoice_not_draft'
          | 'action_not_allowed'
          | 'quote_not_draft'
          | 'quote_revised'
          | 'over_invoiced'
          | 'client_archived'
          | 'page_link_revoked'
          | 'payment_deleted'
          | 'not_payable'
          | 'invoice_written_off'
          | 'period_closed'
          | 'over_allocated'
          | 'over_refunded'
          | 'credit_spent'
          | 'over_credited'
          | 'number_taken'
          | 'series_in_use'
          | 'tax_rate_taken'
          | 'series_code_taken'
          | 'mail_not_retriable'
          | 'endpoint_limit'
          | 'endpoint_disabled'
          | 'endpoint_deleted'
          | 'signing_secret_limit'
          | 'run_under_way'
          | 'webhooks_unavailable'
          | 'version_mismatch'
          | 'total_mismatch'
          | 'currency_mismatch'
          | 'client_mismatch'
          | 'unknown_series'
          | 'tax_group_not_invoiced'
          | 'line_invoiced'
          | 'recipient_missing'
          | 'endpoint_refused'
          | 'text_not_drawable'
          | 'invoice_not_sendable'
          | 'quote_not_sendable'
          | 'too_many_imports'
          | 'import_ended'
          | 'import_not_ready'
          | 'too_many_snapshots'
          | 'snapshot_expired'
          | 'range_not_satisfiable'
          | 'row_unreadable'
          | 'row_repeated';
        /** @description Requests from then on */
        since?: string;
        /** @description Requests before then */
        until?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoggedRequestList'];
        };
      };
    };
  };
  'Requests.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The `Request-Id` of a response */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoggedRequestDetail'];
        };
      };
    };
  };
  'Quotes.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Whether `page` includes the total number of records, counted up to 10,000 */
        includeTotal?: boolean;
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Records that were created, changed or deleted since this time, oldest change first. Deleted records are returned as `{ "id", "version", "deletedAt" }` regardless of the other filters. */
        updatedSince?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description One or several: `status=Sent&status=Expired` */
        status?: ('Draft' | 'Superseded' | 'Invoiced' | 'Accepted' | 'Declined' | 'Expired' | 'Sent')[];
        /** @description Valid until this day or later */
        expiryDateFrom?: string;
        /** @description Valid until this day or earlier */
        expiryDateTo?: string;
        /** @description The complete reference, as the client gave it */
        purchaseOrder?: string;
        /** @description A part of the number, the title, the client's present or printed name or the purchase order, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoices` (needs `invoice.read`). Separate several by commas: `expand=client,invoices` */
        expand?: ('client' | 'invoices')[];
        /** @description One of `id`, `issueDate`, `expiryDate`, `number`, `updatedAt`, `createdAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuoteList'];
        };
      };
    };
  };
  'Quotes.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateQuote'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.get': {
    parameters: {
      query?: {
        /** @description Related records to include in `expanded`: `client` (needs `client.read`), `invoices` (needs `invoice.read`). Separate several by commas: `expand=client,invoices` */
        expand?: ('client' | 'invoices')[];
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExpandableQuote'];
        };
      };
    };
  };
  'Quotes.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'Quotes.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateQuote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.timeline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Timeline'];
        };
      };
    };
  };
  'Quotes.send': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['SendQuote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.accept': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptQuote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.decline': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeclineQuote'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.revise': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.convert': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConvertQuote'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invoice'];
        };
      };
    };
  };
  'Quotes.openLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.closeLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Quote'];
        };
      };
    };
  };
  'Quotes.answeringLink': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AnsweringLink'];
        };
      };
    };
  };
  'ChainEntries.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChainEntryList'];
        };
      };
    };
  };
  'Checkpoints.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckpointList'];
        };
      };
    };
  };
  'Checkpoints.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Checkpoint'];
        };
      };
    };
  };
  'Series.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SeriesList'];
        };
      };
    };
  };
  'Series.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Series'];
        };
      };
    };
  };
  'Series.audit': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SeriesAudit'];
        };
      };
    };
  };
  'Totals.get': {
    parameters: {
      query?: {
        /** @description The first day of the period. Default: the first day of the month of `to`, or of this month */
        from?: string;
        /** @description The last day of the period, at most 20 years after `from`. Default: the last day of this month, or of the month of `from` if that is later */
        to?: string;
        /** @description Also splits the totals of the period by month or year */
        by?: 'month' | 'year';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompanyTotals'];
        };
      };
    };
  };
  'TaxRates.list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TaxRateList'];
        };
      };
    };
  };
  'WebhookEndpoints.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
    };
  };
  'WebhookEndpoints.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookEndpoint'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedWebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.getByExternalId': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The externalId */
        externalId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.put': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The externalId */
        externalId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PutWebhookEndpoint'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WrittenWebhookEndpoint'];
        };
      };
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WrittenWebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.listStats': {
    parameters: {
      query?: {
        /** @description The first bucket contains this time. Default: 24 hours or 30 days ago */
        since?: string;
        /** @description The last bucket begins before this time. Default: now */
        until?: string;
        /** @description By hour or by day, in UTC */
        bucket?: 'hour' | 'day';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookStatsList'];
        };
      };
    };
  };
  'WebhookEndpoints.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.delete': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  'WebhookEndpoints.update': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['UpdateWebhookEndpoint'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.enable': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnabledWebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.disable': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpoint'];
        };
      };
    };
  };
  'WebhookEndpoints.listDeliveries': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Only of this event: the `webhook-id` of its messages */
        eventId?: string;
        /** @description Only of this event type */
        eventType?: components['schemas']['EventType'];
        /** @description Only of these event types, separated by commas: `eventTypes=invoice.paid,invoice.sent` */
        eventTypes?: components['schemas']['EventType'][];
        /** @description Only with this status */
        status?: 'Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled';
        /** @description Only with these statuses, separated by commas: `statuses=Failed,Cancelled` */
        statuses?: ('Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled')[];
        /** @description Only for records of this resource */
        resource?: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
        /** @description Only for records with this id */
        resourceId?: number;
        /** @description Only if the last attempt got this status */
        responseStatus?: string;
        /** @description Only if the last attempt got such a status; none: it got no response */
        statusClass?: '2xx' | '3xx' | '4xx' | '5xx' | 'none';
        /** @description Only if the last attempt failed with this kind of error */
        errorKind?:
          | 'Timeout'
          | 'Dns'
          | 'Blocked'
          | 'Refused'
          | 'Unreachable'
          | 'Tls'
          | 'Reset'
          | 'Closed'
          | 'InvalidResponse'
          | 'ResponseTooLarge'
          | 'Redirect'
          | 'Status'
          | 'NotSigned'
          | 'Other';
        /** @description Only those created at or after this time */
        since?: string;
        /** @description Only those created before this time */
        until?: string;
        /** @description true for only test messages and records sent on request, false for neither */
        test?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  'WebhookEndpoints.getStats': {
    parameters: {
      query?: {
        /** @description The first bucket contains this time. Default: 24 hours or 30 days ago */
        since?: string;
        /** @description The last bucket begins before this time. Default: now */
        until?: string;
        /** @description By hour or by day, in UTC */
        bucket?: 'hour' | 'day';
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookStats'];
        };
      };
    };
  };
  'WebhookEndpoints.secret': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecret'];
        };
      };
    };
  };
  'WebhookEndpoints.rotateSecret': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecret'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecret'];
        };
      };
    };
  };
  'WebhookEndpoints.test': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TestWebhookEndpoint'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  'WebhookSecrets.list': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecretUse'];
        };
      };
    };
  };
  'WebhookSecrets.endPrevious': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['EndPreviousSecrets'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookSecretUse'];
        };
      };
    };
  };
  'WebhookPreview.preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreviewWebhookEndpoint'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookPreview'];
        };
      };
    };
  };
  'WebhookDiagnosis.diagnose': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DiagnoseWebhookRequest'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDiagnosis'];
        };
      };
    };
  };
  'WebhookDeliveries.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description Only to this endpoint */
        endpointId?: number;
        /** @description Only of this event: the `webhook-id` of its messages */
        eventId?: string;
        /** @description Only of this event type */
        eventType?: components['schemas']['EventType'];
        /** @description Only of these event types, separated by commas: `eventTypes=invoice.paid,invoice.sent` */
        eventTypes?: components['schemas']['EventType'][];
        /** @description Only with this status */
        status?: 'Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled';
        /** @description Only with these statuses, separated by commas: `statuses=Failed,Cancelled` */
        statuses?: ('Waiting' | 'Sending' | 'Delivered' | 'Failed' | 'Cancelled')[];
        /** @description Only for records of this resource */
        resource?: 'invoice' | 'client' | 'quote' | 'payment' | 'checkpoint';
        /** @description Only for records with this id */
        resourceId?: number;
        /** @description Only if the last attempt got this status */
        responseStatus?: string;
        /** @description Only if the last attempt got such a status; none: it got no response */
        statusClass?: '2xx' | '3xx' | '4xx' | '5xx' | 'none';
        /** @description Only if the last attempt failed with this kind of error */
        errorKind?:
          | 'Timeout'
          | 'Dns'
          | 'Blocked'
          | 'Refused'
          | 'Unreachable'
          | 'Tls'
          | 'Reset'
          | 'Closed'
          | 'InvalidResponse'
          | 'ResponseTooLarge'
          | 'Redirect'
          | 'Status'
          | 'NotSigned'
          | 'Other';
        /** @description Only those created at or after this time */
        since?: string;
        /** @description Only those created before this time */
        until?: string;
        /** @description true for only test messages and records sent on request, false for neither */
        test?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
    };
  };
  'WebhookDeliveries.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDetail'];
        };
      };
    };
  };
  'WebhookDeliveries.resend': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  'WebhookDeliveries.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  'WebhookRuns.recover': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StartWebhookRun'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'WebhookRuns.replayMissing': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StartWebhookRun'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'WebhookRuns.list': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRunList'];
        };
      };
    };
  };
  'WebhookEndpoints.sendRecord': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SendWebhookRecord'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  'WebhookRuns.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'WebhookRuns.pause': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'WebhookRuns.resume': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'WebhookRuns.cancel': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookRun'];
        };
      };
    };
  };
  'DocumentPdf.invoice': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
    };
  };
  'Invoices.export': {
    parameters: {
      query?: {
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description One or several: `status=Sent&status=Overdue` */
        status?: ('Void' | 'Draft' | 'Rejected' | 'WrittenOff' | 'Paid' | 'Overdue' | 'Partial' | 'Sent')[];
        /** @description Only `Paid` invoices, by how they were settled */
        settledBy?: 'Payment' | 'Credit' | 'Both';
        /** @description Due on or after this day */
        dueDateFrom?: string;
        /** @description Due on or before this day */
        dueDateTo?: string;
        /** @description Whether the status is `Overdue` */
        overdue?: boolean;
        /** @description Whether it is issued and has an outstanding amount */
        hasBalance?: boolean;
        /** @description The complete reference, as the client gave it */
        purchaseOrder?: string;
        /** @description Only invoices of this quote */
        quoteId?: number;
        /** @description A part of the number, the client's present or printed name or the purchase order, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `issueDate`, `dueDate`, `number`, `updatedAt`, `createdAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'DocumentPdf.quote': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
    };
  };
  'Quotes.export': {
    parameters: {
      query?: {
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description `name:value` of a custom field. If repeated, all must match */
        customField?: string[];
        /** @description One or several: `status=Sent&status=Expired` */
        status?: ('Draft' | 'Superseded' | 'Invoiced' | 'Accepted' | 'Declined' | 'Expired' | 'Sent')[];
        /** @description Valid until this day or later */
        expiryDateFrom?: string;
        /** @description Valid until this day or earlier */
        expiryDateTo?: string;
        /** @description The complete reference, as the client gave it */
        purchaseOrder?: string;
        /** @description A part of the number, the title, the client's present or printed name or the purchase order, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `issueDate`, `expiryDate`, `number`, `updatedAt`, `createdAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'DocumentPdf.creditNote': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': string;
        };
      };
    };
  };
  'CreditNotes.export': {
    parameters: {
      query?: {
        /** @description Your external ID of the record, unique per company and resource */
        externalId?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdAfter?: string;
        /** @description RFC 3339, in UTC, from 1900-01-01 to 2999-12-31, with at most 9 decimals of a second */
        createdBefore?: string;
        /** @description Only of this client */
        clientId?: number;
        /** @description The complete number, as printed */
        number?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Issued on or after this day */
        issueDateFrom?: string;
        /** @description Issued on or before this day */
        issueDateTo?: string;
        /** @description With a gross total of at least this amount */
        grossFrom?: string;
        /** @description With a gross total of at most this amount */
        grossTo?: string;
        /** @description Only credit notes for this invoice */
        invoiceId?: number;
        /** @description A part of the number or the client's present or printed name, ignoring case and accents. A search for two characters matches only at the start of a word */
        q?: string;
        /** @description One of `id`, `issueDate`, `number`, `updatedAt`, `gross`, with `-` before it for descending. Records with the same value are sorted by id. Empty values come last. With `updatedSince`, leave it out or send `updatedAt,id` */
        sort?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  'Changes.list': {
    parameters: {
      query?: {
        /** @description Returns the changes after this position, oldest first. Send the `nextCursor` of the previous response, the `cursor` of a change, `beginning` for the oldest change that is stored, or `latest` for the present end, which returns no changes and the position from which to continue. `nextCursor` is never null: if there are no further changes, send it again later. */
        after?: string;
        /** @description Only of these kinds of records, separated by commas: `resources=client,invoice` */
        resources?: components['schemas']['RecordName'][];
        /** @description Changes per page, 1 to 500 */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangeList'];
        };
      };
    };
  };
  'Changes.stream': {
    parameters: {
      query?: {
        /** @description Where the stream starts: after the change with this `cursor`, at a `nextCursor` of `GET /v1/changes`, at `beginning` for the oldest change that is stored, or at `latest`. Default: `latest`. The header `Last-Event-ID` takes precedence; clients that reconnect send it automatically. */
        after?: string;
        /** @description Only of these kinds of records, separated by commas: `resources=client,invoice` */
        resources?: components['schemas']['RecordName'][];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
    };
  };
  'Snapshots.create': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CreateSnapshot'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Snapshot'];
        };
      };
    };
  };
  'Snapshots.get': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Snapshot'];
        };
      };
    };
  };
  'SnapshotParts.part': {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the record */
        id: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/gzip': string;
        };
      };
    };
  };
  'Receivables.get': {
    parameters: {
      query?: {
        /** @description The day of the report, not after today. Default: today, in the time zone of the company */
        at?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Receivables'];
        };
      };
    };
  };
  'Receivables.documents': {
    parameters: {
      query?: {
        /** @description Records per page, 1 to 100 */
        limit?: number;
        /** @description The `nextCursor` or `prevCursor` of another page of the same list with the same filters and sort. Any other value is rejected */
        cursor?: string;
        /** @description The day of the report, not after today. Default: today, in the time zone of the company */
        at?: string;
        /** @description Only in this currency */
        currency?: components['schemas']['Currency'];
        /** @description Only the documents behind the sum of this age, or behind the unallocated credit */
        bucket?: 'NotDue' | 'Days1To30' | 'Days31To60' | 'Days61To90' | 'Over90' | 'Credit';
        /** @description Only of this client */
        clientId?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReceivableDocumentList'];
        };
      };
    };
  };
  'SandboxClock.get': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxClock'];
        };
      };
    };
  };
  'SandboxClock.advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AdvanceClock'];
      };
    };
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SandboxAdvance'];
        };
      };
    };
  };
}
