/** The build of the documentation replaces this file with the library, because browsers cannot resolve the name of a package. */
export { default } from 'minisearch';
