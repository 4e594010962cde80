/**
 * The order of a controller's routes in the documentation. By default inherited ones come last, because scanners read a class before its base.
 * @param names of the methods; any others follow
 */
export function RouteOrder(...names: readonly string[]): ClassDecorator {
  return (controller) => {
    const prototype = controller.prototype as object;
    const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    for (const name of [...names, ...own.filter((other) => !names.includes(other))]) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? inherited(prototype, name);
      Reflect.deleteProperty(prototype, name);
      Object.defineProperty(prototype, name, descriptor);
    }
  };
}

function inherited(prototype: object, name: string): PropertyDescriptor {
  for (let base = Reflect.getPrototypeOf(prototype); base !== null; base = Reflect.getPrototypeOf(base)) {
    const descriptor = Object.getOwnPropertyDescriptor(base, name);
    if (descriptor) return descriptor;
  }
  throw new Error(`the controller has no route ${name}`);
}
