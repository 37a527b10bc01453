/** The least that a server in Node can do with the question: Fastify answers the same bytes, which it has at hand, to everybody. */
import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';

const answer = await readFile(process.env['BARE_ANSWER'] ?? '', 'utf8');
const server = fastify();
server.get('/', () => ({ name: 'bare' }));
server.get('/marketdata', (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
console.log(`ready at ${await server.listen({ port: 0, host: '127.0.0.1' })}`);
