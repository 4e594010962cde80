/** An error whose message says what the operator must do, such as about a server that is not the one of DATABASE_URL. */
export class OperatorError extends Error {}
