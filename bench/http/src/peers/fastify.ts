// Fastify answering the plan with constants of the same size and the same headers.
import Fastify from "fastify";
import { readPlan } from "../plan.ts";
import { constantsOf, routePaths } from "./constants.ts";

const constants = constantsOf(readPlan());
const app = Fastify();
for (const { method, path } of routePaths) {
  app.route({
    method,
    url: path,
    handler: (request, reply) => {
      const constant = constants.get(request.url);
      if (constant === undefined) return reply.code(404).send();
      reply.code(constant.status as 200).headers(constant.headers);
      return constant.body === undefined ? reply.send() : reply.send(constant.body);
    },
  });
}
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
