import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Post } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { declaredRoutes, requireAccessRules } from './declared-routes.rules.js';
import { Authenticated, Public, Requires } from './route.decorator.js';

class Frame {
  @Get()
  @Requires('client.read')
  list(): void {}

  @Post(':id/close')
  close(): void {}
}

@Controller(['v1/doors', 'app/doors'])
class DoorsController extends Frame {
  @Get('new')
  @Authenticated()
  add(): void {}
}

@Controller('v1/keys')
class OpenDoorsController {
  @Get()
  @Public()
  list(): void {}
}

@Controller('doors')
class PageController {
  @Get()
  @Authenticated()
  show(): void {}
}

/** The modules of an application with these controllers. */
async function modulesWith(...controllers: (new () => object)[]): Promise<ModulesContainer> {
  class Root {}
  Module({ controllers })(Root);
  const app = await NestFactory.createApplicationContext(Root, { preview: true, logger: false });
  return app.get(ModulesContainer);
}

describe('requireAccessRules', () => {
  it('names each route without a rule, inherited ones included', async () => {
    const modules = await modulesWith(DoorsController, OpenDoorsController);
    expect(declaredRoutes(modules).map(({ name, access }) => [name, access])).toEqual([
      ['DoorsController.add', 'authenticated'],
      ['DoorsController.list', 'client.read'],
      ['DoorsController.close', undefined],
      ['OpenDoorsController.list', 'public'],
    ]);
    expect(() => requireAccessRules(modules)).toThrow(
      /^DoorsController\.close \(POST \/v1\/doors\/:id\/close, \/app\/doors\/:id\/close\) has no access rule\. Add @Requires, @Authenticated or @Public\.$/,
    );
  });

  it('names a rule that no credential can meet', async () => {
    const modules = await modulesWith(PageController, OpenDoorsController);
    expect(() => requireAccessRules(modules)).toThrow(
      'PageController.show (GET /doors) has an access rule, but its path accepts no credential. Use @Public.',
    );
  });

  it('accepts routes that have one', async () => {
    const modules = await modulesWith(OpenDoorsController);
    expect(() => requireAccessRules(modules)).not.toThrow();
  });
});
