import "./node-globals.ts";
import { expose } from "comlink";
import { ResultReader } from "./result-reader.ts";

expose(new ResultReader());
