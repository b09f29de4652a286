//! A run of a bot, from the environment to the exit status.

use crate::address::Address;
use crate::bot::{BotMaker, Profile};
use crate::client::Client;
use crate::error::Error;
use crate::line::Line;
use crate::session::Session;
use crate::told::tell;
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Instant;

/// Plays to the end; the exit status tells how it went.
pub(crate) fn run(profile: Profile, make: BotMaker) -> ExitCode {
    match play(profile, make) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error);
            ExitCode::from(error.status())
        }
    }
}

fn play(profile: Profile, make: BotMaker) -> Result<(), Error> {
    let line = Line::new(Address::from_environment()?)?;
    let mut client = Client::new(Session::new(profile, make), Instant::now);
    loop {
        let ended = client.converse(&mut line.dial());
        if line.is_leaving() {
            return Ok(());
        }
        if let Err(Error::Bot(why)) = &ended {
            line.leave(why);
        }
        match client.after(ended?)? {
            None => return Ok(()),
            Some(pause) => sleep(pause),
        }
    }
}
