/** The address of the page of an operation, under the root of the site. */
export const operationPath = ({ id }: { readonly id: string }): string => `operations/${id}/`;
