/** The catalogue of the docs site shows the very documents that the API answers with: hence they are made in the contract. */
export { challenge, problemDocument, statusOf, type ProblemContext } from '@billhook/contract/problem-document';
