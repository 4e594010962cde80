/** The build replaces this file with that of the library, because browsers cannot resolve the name of a package. */
export * from '@billhook/docs-search/search-index';
