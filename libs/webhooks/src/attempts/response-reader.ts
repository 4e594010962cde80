import type { Dispatcher } from 'undici';
import { ResponseBody } from './response-body.js';

type Headers = Dispatcher.ResponseData['headers'];

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

/**
 * Reads one response without a stream: undici's `request` creates a Readable, an iterator and listeners of an abort signal for each.
 */
export class ResponseReader implements Dispatcher.DispatchHandler {
  status: number | null = null;
  headers: Headers | null = null;
  body: ResponseBody | null = null;
  #stopped: Error | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #settle: (error?: Error) => void = () => undefined;

  /** Sends a request. Resolves at the end of its response, or of the part that is stored. @throws undici's errors */
  read(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
      dispatcher.dispatch(request, this);
    });
  }

  /** A header as one text. */
  header(name: string): string | undefined {
    return one(this.headers?.[name]);
  }

  /** Ends the request early, also before it has a connection. */
  stop(reason: Error): void {
    this.#stopped = reason;
    this.#settle(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#stopped) controller.abort(this.#stopped);
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) return;
    [this.status, this.headers] = [status, headers];
    this.body = new ResponseBody(this.header('content-encoding'));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stopped || this.body === null || this.body.add(chunk)) return;
    // Closes the connection, which ends an endless body.
    this.#settle();
    controller.abort(new Error('the rest of the body is not read'));
  }

  onResponseEnd(): void {
    if (!this.#stopped) this.body?.end();
    this.#settle();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error);
  }
}
