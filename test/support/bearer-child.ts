/**
 * For a benchmark: the service with two endpoints that do the same, nothing. One is open, the other asks for a bearer token, and
 * `/endpoints/token` gives one.
 */
import { Controller, Get } from '@nestjs/common';
import { Access } from '../../src/access/access.decorator.js';
import { openTestApp } from './test-app.js';
import { people } from './people.js';
import { openTestCluster, superuserUrlForTests, urlForTests } from './test-cluster.js';

let token = '';

@Controller('endpoints')
class BearerTestController {
  @Get('token')
  @Access('none')
  token() {
    return { token };
  }

  @Get('open')
  @Access('none')
  open() {
    return { open: true };
  }

  @Get('bearer')
  bearer() {
    return { open: true };
  }
}

const cluster = await openTestCluster();
process.env[urlForTests] = cluster.urlOf('postgres');
process.env[superuserUrlForTests] = cluster.superuserUrlOf('postgres');
const testApp = await openTestApp({
  controllers: [BearerTestController],
  env: { RATE_LIMIT_USER: '1000000', RATE_LIMIT_KEY: '1000000' },
});
({ token } = await people.ada(testApp));
process.once('SIGTERM', () => void testApp.close().then(() => cluster.close()));
process.stdout.write(`ready at ${await testApp.url()}\n`);
