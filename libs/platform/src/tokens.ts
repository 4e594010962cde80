/** Tokens for injected data and interfaces, which have no class at run time. */
export const ENV = Symbol('env');
export const CLOCK = Symbol('clock');
export const LOGGER = Symbol('logger');
export const WAKE = Symbol('wake');
export const METER = Symbol('meter');
export const TRACER = Symbol('tracer');
