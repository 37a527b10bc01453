/** The least that a server in Node can do with an order action: Fastify reads the JSON and gives it back. */
import { fastify } from 'fastify';

const server = fastify();
server.get('/', () => ({ name: 'echo' }));
server.post('/orderactions', (request, reply) => reply.code(201).send(request.body));
console.log(`ready at ${await server.listen({ port: 0, host: '127.0.0.1' })}`);
