import type { Permission } from '@billhook/domain/identity/permissions';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import { applyDecorators, Body, Post } from '@nestjs/common';
import type { z } from 'zod';
import { By } from '../../request/principal.js';
import { Requires, Returns, type Outcome } from '../../request/routes/route.decorator.js';
import { Target } from '../../request/routes/target.param.js';

interface RecordActions {
  readonly write: Permission;
  readonly view: z.ZodType;
}

interface RecordActionRoute extends Partial<RecordActions>, Omit<Outcome, 'problems'> {
  readonly body?: z.ZodType;
  /** The errors in addition to the errors of every action. */
  readonly problems?: readonly ProblemCode[];
}

/**
 * The routes of the actions of a record, `POST /{id}/{action}`. The method takes who requests the action, the target and the body.
 * @template Action the table of actions of the domain; `writeOff` becomes `write-off` in the path
 */
export function recordActions<Action extends string>(all: RecordActions) {
  return (action: Action, route: RecordActionRoute): MethodDecorator => {
    const { body, write = all.write, view = all.view, problems = [], ...outcome } = route;
    const Route = applyDecorators(
      Post(`:id/${action.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
      Requires(write),
      Returns(view, {
        ...outcome,
        problems: [
          'not_found',
          ...(body ? (['invalid_body'] as const) : []),
          'action_not_allowed',
          ...problems,
          'version_mismatch',
        ],
      }),
    );
    return (prototype, name, descriptor) => {
      By()(prototype, name, 0);
      Target()(prototype, name, 1);
      if (body) Body({ schema: body })(prototype, name, 2);
      Route(prototype, name, descriptor);
    };
  };
}
