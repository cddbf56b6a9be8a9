// Koa and its router, as their manuals show them, answering the plan with constants of the same size and the same headers.
import { createServer } from "node:http";
import Router from "@koa/router";
import Koa from "koa";
import { readPlan } from "../plan.ts";
import { announce } from "./announce.ts";
import { constantsOf, routePaths } from "./constants.ts";

const constants = constantsOf(readPlan());
const app = new Koa();
const router = new Router();
for (const { method, path } of routePaths) {
  router.register(path, [method], (ctx) => {
    const constant = constants.get(ctx.url);
    if (constant === undefined) return;
    ctx.status = constant.status;
    ctx.set(constant.headers);
    if (constant.body !== undefined) ctx.body = constant.body;
  });
}
app.use(router.routes()).use(router.allowedMethods());
announce(createServer(app.callback()));
