// The compiled engines that the tests run: the WebAssembly modules and the native core under sanitizers.
import { runStep } from './run-step.mjs';

/** Quick where nothing has changed. What cannot be built has been said; the tests of its engine then say so too. */
export async function buildEngines() {
  const isQuiet = true;
  await runStep(process.execPath, ['tools/build-wasm.mjs'], { isQuiet });
  const configured = await runStep('cmake', ['--preset', 'native-debug'], { isQuiet });
  if (!configured.ok) return;
  await runStep('cmake', ['--build', '--preset', 'native-debug', '--target', 'call_server'], { isQuiet });
}
