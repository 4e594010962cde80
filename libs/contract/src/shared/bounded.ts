import { z } from 'zod';

/** The maximum number of field errors in a response. The check stops when it is reached. */
export const MOST_ERRORS = 100;

const StoppingArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('StoppingArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const whole = inst._zod.parse.bind(inst._zod);
  inst._zod.parse = (payload, context) => {
    // Checks one item at a time to be able to stop. Zod rejects more items than `max` without checking any.
    const value: unknown = payload.value;
    const { issues } = payload;
    if (!Array.isArray(value) || exceeds(inst, value.length)) return whole(payload, context);
    const taken: unknown[] = [];
    for (const [index, item] of value.entries()) {
      const result = whole({ value: [item], issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      for (const issue of result.issues) issues.push({ ...issue, path: [index, ...(issue.path ?? []).slice(1)] });
      taken.push(...(result.value as unknown[]));
      if (issues.length >= MOST_ERRORS) break;
    }
    payload.value = taken;
    return payload;
  };
});

const exceeds = (inst: z.ZodArray, length: number): boolean =>
  (inst._zod.def.checks ?? []).some(
    ({ _zod: { def } }) => def.check === 'max_length' && 'maximum' in def && length > Number(def.maximum),
  );

/** An array in a body, which must have a `max`. After 100 field errors the other items are not checked. */
export function list<T extends z.ZodType>(element: T): z.ZodArray<T> {
  return new StoppingArray({ type: 'array', element }) as unknown as z.ZodArray<T>;
}

const StoppingRecord: z.core.$constructor<z.ZodRecord> = z.core.$constructor('StoppingRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const whole = inst._zod.parse.bind(inst._zod);
  inst._zod.parse = (payload, context) => {
    const value: unknown = payload.value;
    const { issues } = payload;
    const { maximum } = inst._zod.def as MeasuredRecord;
    if (typeof value !== 'object' || value === null || Object.keys(value).length <= maximum)
      return whole(payload, context);
    const issue = {
      code: 'too_big',
      origin: 'map',
      maximum,
      inclusive: true,
      input: value,
      inst,
      continue: false,
    } as const;
    issues.push(issue);
    return payload;
  };
});

type MeasuredRecord = z.core.$ZodRecordDef & { readonly maximum: number };

/** An object in a body with names that the caller chooses. More than `maximum` members are rejected without checking them. */
export function record<K extends z.core.$ZodRecordKey, V extends z.ZodType>(
  keyType: K,
  valueType: V,
  maximum: number,
): z.ZodRecord<K, V> {
  const def: MeasuredRecord = { type: 'record', keyType, valueType, maximum };
  return new StoppingRecord(def).meta({ maxProperties: maximum }) as unknown as z.ZodRecord<K, V>;
}
