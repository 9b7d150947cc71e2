import { checkedAdminKey, newAdminKey } from "../config/config.ts";
import { ConfigError } from "../config/settings.ts";
import { makePrivate, readOrMakeSecret } from "./secret-file.ts";

/**
 * The administrator key that a data folder keeps from start to start. It is made with the folder, or at the first start
 * of a version that keeps one. To replace it, its file is deleted and the server started again.
 * @param warn called with a line if other users of the machine could read the file, which is then made private
 * @throws {ConfigError} if the file cannot be read or made, or does not hold a key
 */
export async function keptAdminKey(file: string, warn: (line: string) => void): Promise<string> {
  try {
    const text = (await readOrMakeSecret(file, () => `${newAdminKey()}\n`)).trim();
    if (await makePrivate(file))
      warn(
        `other users could read '${file}'; this is fixed now. If others use this machine, delete it and start again, which makes another key`,
      );
    return checkedAdminKey(`The key in '${file}'`, text);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`The administrator's key cannot be kept in '${file}': ${reason}. Set OMNIDEX_ADMIN_KEY.`, {
      cause: error,
    });
  }
}
