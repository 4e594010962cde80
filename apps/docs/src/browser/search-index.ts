/** The build replaces this file with the library's file, because browsers cannot resolve the name of a package. */
export * from '@billhook/docs-search/search-index';
