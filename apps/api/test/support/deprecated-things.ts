import type { Wake } from '@billhook/db/outbox';
import { Problem } from '@billhook/domain/shared/problems';
import type { Platform } from '@billhook/platform/nest/platform.module';
import { Body, Controller, Delete, Get, Header, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { AppModule } from '../../src/app.module.js';
import { configureApp, createAdapter } from '../../src/app.setup.js';
import { Deprecated } from '../../src/request/routes/deprecated.decorator.js';
import { Public, Requires, recordPaths, Returns, ReturnsNothing } from '../../src/request/routes/route.decorator.js';
import { Id } from '../../src/request/routes/target.param.js';

const Thing = z.object({ id: z.int() }).meta({ id: 'Thing' });
const CreateThing = z.strictObject({ name: z.string() }).meta({ id: 'CreateThing', example: { name: 'A thing' } });
type CreateThing = z.infer<typeof CreateThing>;

const PERIOD = { since: '2026-12-01', sunset: '2027-12-01' };
const GUIDE = 'versioning/#how-a-route-goes';

/** Deprecated routes, as a release could have them. */
@ApiTags('Clients')
@Controller(recordPaths('things'))
class ThingsController {
  @Get()
  @Deprecated({ ...PERIOD, guide: GUIDE })
  @Requires('client.read')
  @Header('Link', '<https://elsewhere.example/next>; rel="next"')
  @Returns(Thing, { summary: 'List things', description: 'All of them.' })
  list(): z.infer<typeof Thing> {
    return { id: 1 };
  }

  @Get(':id')
  @Deprecated({ ...PERIOD, successor: '/v1/articles/{id}', guide: GUIDE })
  @Requires('client.read')
  @Returns(Thing, { summary: 'Get a thing', problems: ['not_found'] })
  get(@Id() id: number): z.infer<typeof Thing> {
    if (id > 100) throw new Problem('not_found');
    return { id };
  }

  @Get(':id/parts')
  @Requires('client.read')
  @Returns(Thing, { summary: 'Get the parts of a thing' })
  parts(@Id() id: number): z.infer<typeof Thing> {
    return { id };
  }

  @Post()
  @Deprecated({ since: '2027-01-15', sunset: '2028-01-15', successor: '/v1/articles', guide: GUIDE })
  @Requires('client.write')
  @Returns(Thing, { status: 201, summary: 'Create a thing', problems: ['invalid_body'] })
  create(@Body({ schema: CreateThing }) body: CreateThing): z.infer<typeof Thing> {
    return { id: body.name.length };
  }

  @Delete(':id')
  @Deprecated({ ...PERIOD, guide: GUIDE })
  @Requires('client.write')
  @ReturnsNothing({ summary: 'Delete a thing' })
  remove(@Id() id: number): void {
    if (id > 100) throw new Problem('not_found');
  }
}

@ApiTags('Clients')
@Controller('v1/thing-kinds')
class ThingKindsController {
  @Get()
  @Deprecated({ ...PERIOD, guide: GUIDE })
  @Public()
  @Returns(Thing, { summary: 'List the kinds of things' })
  list(): z.infer<typeof Thing> {
    return { id: 1 };
  }
}

@Module({ controllers: [ThingsController, ThingKindsController] })
class ThingsModule {}

/** The whole application with deprecated routes added: pass it to `TestApi.start`. */
export async function createAppWithThings(platform: Platform, wake: Wake): Promise<NestFastifyApplication> {
  const root = { module: ThingsModule, imports: [AppModule.with(platform, wake)] };
  const app = await NestFactory.create<NestFastifyApplication>(root, createAdapter(platform), {
    logger: false,
    bodyParser: false,
  });
  await configureApp(app);
  return app;
}
