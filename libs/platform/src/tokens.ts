/** What is injected by name because it is data or an interface, which leave no class behind at run time. */
export const ENV = Symbol('env');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');
export const WAKE = Symbol('wake');
