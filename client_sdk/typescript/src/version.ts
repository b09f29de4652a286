/** This SDK's name and version, as it gives them to a referee. */

export const SDK_NAME = "conquian-typescript";
export const SDK_VERSION = "0.1.0";
