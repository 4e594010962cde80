/** The parts of Swagger UI 5 that this site uses; the package brings no types. */

export interface SwaggerReact {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown;
  useState<T>(initial: T): [T, (next: T) => void];
  useEffect(effect: () => (() => void) | undefined, dependencies: readonly unknown[]): void;
}

export interface SwaggerSystem {
  readonly React: SwaggerReact;
}

/** An Immutable.js map of a request, as snippet generators get it. */
export interface RequestMap {
  get(name: 'url' | 'method'): string;
  get(name: 'headers'): { toJS(): Record<string, string> } | undefined;
  get(name: 'body'): unknown;
}

/** An Immutable.js map of a parameter, with the value of its field. */
export interface ParameterMap {
  get(name: 'name' | 'in' | 'example' | 'value'): unknown;
}

/** An operation as Swagger UI lists it. */
export interface OperationMap {
  get(name: 'path' | 'method'): string;
  get(name: 'operation'): { get(name: 'summary' | 'operationId'): string | undefined };
}

interface Operations {
  readonly size: number;
  filter(holds: (operation: OperationMap) => boolean): Operations;
}

interface Group {
  get(name: 'operations'): Operations;
  set(name: 'operations', operations: Operations): Group;
}

/** The groups of operations by their tags, an Immutable.js map in their order. */
export interface TaggedOperations {
  map(change: (group: Group, tag: string) => Group): TaggedOperations;
  filter(holds: (group: Group) => boolean): TaggedOperations;
  keySeq(): { toArray(): string[] };
  valueSeq(): { reduce<T>(sum: (before: T, group: Group) => T, first: T): T };
}

export type AuthorizePayload = Readonly<
  Record<string, { readonly name: string; readonly schema: object; readonly value: unknown }>
>;

/** The response of the token endpoint. */
export interface TokenPayload {
  readonly auth: { readonly name: string };
  readonly token: { readonly access_token: string };
}

export interface AuthSystem {
  readonly authActions: { logout(names: readonly string[]): unknown };
}

type Action<Payload> = (payload: Payload) => unknown;

export interface SwaggerPlugin {
  readonly fn?: {
    readonly opsFilter?: (groups: TaggedOperations, text: string) => TaggedOperations;
    readonly resolveSubtree?: (document: unknown, path: readonly string[]) => { spec: unknown; errors: readonly [] };
  };
  readonly wrapComponents?: Readonly<
    Record<string, (original: unknown, system: SwaggerSystem) => (props: object) => unknown>
  >;
  readonly statePlugins?: {
    readonly auth?: {
      readonly wrapActions: {
        readonly authorize: (original: Action<AuthorizePayload>, system: AuthSystem) => Action<AuthorizePayload>;
        readonly authorizeOauth2: (original: Action<TokenPayload>, system: AuthSystem) => Action<TokenPayload>;
        readonly logout: (original: Action<readonly string[]>) => Action<readonly string[]>;
      };
    };
    readonly spec?: {
      readonly wrapActions: {
        readonly parseToJson: (
          original: Action<string>,
          system: { readonly specActions: { updateJsonSpec(document: unknown): unknown } },
        ) => Action<string>;
      };
    };
  };
}

export interface SwaggerInstance {
  initOAuth(options: {
    readonly clientId: string;
    /** Separated by spaces. */
    readonly scopes: string;
    readonly usePkceWithAuthorizationCodeGrant: true;
  }): void;
  readonly authActions: { authorize(payload: AuthorizePayload): void };
}

export interface SwaggerOptions {
  readonly domNode: Element;
  readonly spec: object;
  readonly plugins: readonly SwaggerPlugin[];
  readonly [option: string]: unknown;
}

declare global {
  interface Window {
    SwaggerUIBundle?: (options: SwaggerOptions) => SwaggerInstance;
  }
}
