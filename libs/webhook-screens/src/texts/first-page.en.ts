import { list } from './endpoint-list.en.js';
import { endpoints } from './endpoints.en.js';
import { en as frame } from './frame.en.js';
import { health } from './health.en.js';
import { words } from './words.en.js';

/** Texts of the first page, and of what every page shows. */
export const first = { ...frame, endpoints, health, list, words };
