// The browser of the tools: the system's Chromium, driven by playwright-core.
import { chromium } from 'playwright-core';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Quiet, offline, and able to run as root in a container. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A GPU in software where there is none. Without it, headless Chromium has no adapter on most machines. */
export const webGpuArguments = ['--enable-unsafe-webgpu'];

export function launchChromium({ hasGpu = false, args: own = [] } = {}) {
  const args = [...chromiumArguments, ...(hasGpu ? webGpuArguments : []), ...own];
  return chromium.launch({ executablePath: chromiumPath, args });
}
