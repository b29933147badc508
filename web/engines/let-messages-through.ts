/**
 * Gives way to what has happened in the meantime: messages, timers, input. A message of one's own, since a timer that is
 * set again and again waits for some milliseconds each time.
 */
export function letMessagesThrough(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
