import { access, constants } from "node:fs/promises";
import { installPackages } from "./install-packages.ts";

const usualPlaces = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a Chromium is, installing it where it is missing; fails with the reason why it can't be had. */
export async function findChromium(): Promise<string> {
  const { CHROMIUM_PATH } = process.env;
  const places = CHROMIUM_PATH ? [CHROMIUM_PATH] : usualPlaces;
  const found = await firstExecutable(places);
  if (found) return found;
  if (CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which can't be run`);
  await installPackages("chromium");
  const installed = await firstExecutable(places);
  if (!installed) throw new Error("it was installed, but is in none of its usual places");
  return installed;
}

async function firstExecutable(places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const isExecutable = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return place;
  }
  return undefined;
}
