import { list } from './endpoint-list.fr.js';
import { endpoints } from './endpoints.fr.js';
import { fr as frame } from './frame.fr.js';
import { health } from './health.fr.js';
import { words } from './words.fr.js';

export const first = { ...frame, endpoints, health, list, words };
