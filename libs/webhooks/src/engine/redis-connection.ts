import { Redis, type RedisOptions } from 'ioredis';

/** A server that accepts the connection and does not respond, such as one without TLS behind `rediss://`. */
const CONNECT_MS = 5_000;

/** How long a closed connection waits for the end of Redis's side. ioredis takes 2 s, and a process that stops waits for it. */
const DISCONNECT_MS = 200;

/** What Redis responds to SELECT where the database does not exist. Trying again changes nothing. */
const NO_DATABASE = /DB index is out of range|invalid DB index|SELECT is not allowed/;

/**
 * A connection that works on the database of its URL or not at all: ioredis continues with database 0 if SELECT fails, which may belong
 * to another product.
 */
export class DatabaseRedis extends Redis {
  constructor(url: string, options: RedisOptions) {
    super(url, { connectTimeout: CONNECT_MS, disconnectTimeout: DISCONNECT_MS, ...options });
    const select = this.select.bind(this);
    Object.assign(this, {
      select: (database: number) =>
        select(database).catch((error: unknown) => {
          if (isNoDatabase(error)) this.disconnect();
          throw error;
        }),
    });
  }
}

/** Whether Redis has no database with the number of the URL. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && NO_DATABASE.test(error.message);
}
