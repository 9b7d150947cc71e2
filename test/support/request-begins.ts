import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Resolves when a server of this process has received the head of its next request. */
export const requestBegins = (): Promise<void> =>
  new Promise((resolve) => {
    const listener = (): void => {
      unsubscribe("http.server.request.start", listener);
      resolve();
    };
    subscribe("http.server.request.start", listener);
  });
