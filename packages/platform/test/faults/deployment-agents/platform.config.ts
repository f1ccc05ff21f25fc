import { openaiCompatibleProvider, PlatformApp } from "@platform/server";

export default new PlatformApp({
  contexts: [],
  providers: [
    openaiCompatibleProvider({ id: "model", model: "slow", baseURL: process.env.MODEL_URL ?? "http://127.0.0.1:1/v1" }),
  ],
});
